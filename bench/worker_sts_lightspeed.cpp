// sts_lightspeed (github.com/gamerpuppy/sts_lightspeed): one whole run of the card game by random play, in and out of
// battle. It says in C++ what method.py says in Python, line for line where it can, and is asked the same lines.
// engines.py compiles it with the sources of a folder that the user names; nothing of them is kept here.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <unistd.h>
#include <vector>

#include "combat/BattleContext.h"
#include "game/GameContext.h"
#include "sim/search/Action.h"
#include "sim/search/GameAction.h"

#ifndef VERSION
#define VERSION "unknown"
#endif

namespace {

using sts::search::Action;
using sts::search::ActionType;
using sts::search::GameAction;

// method.py hands them over, so that they stand in one place.
int WARM_UP, CAP, STATES, APART, SAMPLE_CAP, SAMPLE_SEED, BATCH;
long MOST_BYTES;

using Draw = std::minstd_rand;
using Options = std::vector<std::uint32_t>;

// A run, with the battle that is under way.
struct Run {
    sts::GameContext game;
    std::optional<sts::BattleContext> battle;

    explicit Run(std::uint64_t seed) : game(sts::CharacterClass::IRONCLAD, seed, 0) {}

    // The map is shared by the library's own copies, and written over when an act begins; here a copy has its own.
    Run(const Run &other) : game(other.game), battle(other.battle) {
        game.map = std::make_shared<sts::Map>(*other.game.map);
    }
    Run &operator=(const Run &) = delete;

    bool over() const { return game.outcome != sts::GameOutcome::UNDECIDED; }
};

// --- what may be done -------------------------------------------------------

void battle_options(const sts::BattleContext &battle, Options &found) {
    if (battle.inputState == sts::InputState::CARD_SELECT) {
        for (const auto &action : Action::enumerateCardSelectActions(battle)) found.push_back(action.bits);
        return;
    }
    const auto targets = [&](ActionType type, int source) {
        for (int target = 0; target < battle.monsters.monsterCount; ++target) {
            if (battle.monsters.arr[target].isTargetable()) found.push_back(Action(type, source, target).bits);
        }
    };
    for (int i = 0; battle.isCardPlayAllowed() && i < battle.cards.cardsInHand; ++i) {
        const auto &card = battle.cards.hand[i];
        if (!card.canUseOnAnyTarget(battle)) continue;
        if (card.requiresTarget()) targets(ActionType::CARD, i);
        else found.push_back(Action(ActionType::CARD, i).bits);
    }
    for (int i = 0; i < battle.potionCapacity; ++i) {
        const auto potion = battle.potions[i];
        if (potion == sts::Potion::EMPTY_POTION_SLOT || potion == sts::Potion::FAIRY_POTION) continue;
        if (sts::potionRequiresTarget(potion)) targets(ActionType::POTION, i);
        else found.push_back(Action(ActionType::POTION, i).bits);
    }
    found.push_back(Action(ActionType::END_TURN).bits);
}

void find_options(const Run &run, Options &found) {
    found.clear();
    if (run.battle) battle_options(*run.battle, found);
    else for (const auto &action : GameAction::getAllActionsInState(run.game)) found.push_back(action.bits);
}

// Enter the battle that waits, and leave the one that is decided.
void settle(Run &run) {
    while (!run.over()) {
        if (run.battle && run.battle->outcome != sts::Outcome::UNDECIDED) {
            run.battle->exitBattle(run.game);
            run.battle.reset();
        } else if (!run.battle && run.game.screenState == sts::ScreenState::BATTLE) {
            run.battle.emplace();
            run.battle->init(run.game);
        } else {
            return;
        }
    }
}

void take(Run &run, std::uint32_t bits) {
    if (run.battle) Action(bits).execute(*run.battle);
    else GameAction(bits).execute(run.game);
    settle(run);
}

// --- playing on -------------------------------------------------------------

struct Played {
    long decisions = 0, forced = 0;
    bool finished = false;
};

// A state without options is one that the library has no actions for; the run ends there.
Played play(Run &run, Draw &draw, long most) {
    static Options found;
    Played played;
    while (!run.over()) {
        find_options(run, found);
        if (found.empty()) break;
        if (found.size() > 1) {
            if (played.decisions == most) return played;
            ++played.decisions;
        } else {
            ++played.forced;
        }
        take(run, found[draw() % found.size()]);
    }
    played.finished = true;
    return played;
}

struct Course {
    std::uint64_t seed;
    long cap, made = 0;
    Draw draw;
    std::unique_ptr<Run> run;

    Course(std::uint64_t first, long most) : cap(most) { begin(first); }

    void begin(std::uint64_t next) {
        seed = next;
        made = 0;
        draw.seed(static_cast<unsigned>(seed));
        run = std::make_unique<Run>(seed);
    }

    Played play_on(long most) {
        Played total;
        while (total.decisions < most) {
            if (made >= cap) begin(seed + 1);
            const auto one = play(*run, draw, std::min(most - total.decisions, cap - made));
            made += one.decisions;
            total.decisions += one.decisions;
            total.forced += one.forced;
            if (one.finished) begin(seed + 1);
        }
        return total;
    }
};

// --- measuring --------------------------------------------------------------

double clock_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

long resident() {
    long size = 0, pages = 0;
    std::ifstream("/proc/self/statm") >> size >> pages;
    return pages * sysconf(_SC_PAGESIZE);
}

const std::vector<std::unique_ptr<Run>> &states() {
    static std::vector<std::unique_ptr<Run>> kept;
    if (!kept.empty()) return kept;
    Draw rng(SAMPLE_SEED);
    Course course(SAMPLE_SEED, SAMPLE_CAP);
    while (static_cast<int>(kept.size()) < STATES) {
        course.play_on(1 + rng() % APART);
        auto state = std::make_unique<Run>(*course.run);
        if (!play(*state, course.draw, 0).finished) kept.push_back(std::move(state));
    }
    return kept;
}

void warm_up() {
    double decisions = 0;
    int capped = 0;
    for (int seed = 1; seed <= WARM_UP; ++seed) {
        Run run(seed);
        Draw draw(seed);
        const auto played = play(run, draw, CAP);
        decisions += played.decisions;
        capped += !played.finished;
    }
    std::printf("{\"decisions_a_game\": %f, \"capped_games\": %d, \"games\": %d}\n", decisions / WARM_UP, capped, WARM_UP);
}

void measure_play(long count) {
    static Course course(1, CAP);
    const double start = clock_seconds();
    const auto played = course.play_on(count);
    const double seconds = clock_seconds() - start;
    std::printf("{\"count\": %ld, \"seconds\": %.9f, \"forced\": %ld}\n", played.decisions, seconds, played.forced);
}

long sink = 0;  // what is copied is looked at, so that the compiler leaves no copy out

void measure_clone(long count) {
    const long turns = (count + BATCH - 1) / BATCH;
    const auto &all = states();
    const double start = clock_seconds();
    for (long turn = 0; turn < turns; ++turn) {
        for (int i = 0; i < BATCH; ++i) {
            const Run copy(*all[turn % STATES]);
            sink += copy.game.curHp;
        }
    }
    std::printf("{\"count\": %ld, \"seconds\": %.9f}\n", turns * BATCH, clock_seconds() - start);
}

void measure_answer(long count) {
    const long turns = (count + BATCH - 1) / BATCH;
    const auto &all = states();
    Draw rng(SAMPLE_SEED);
    Options found;
    std::vector<std::uint32_t> picks;
    for (long turn = 0; turn < turns; ++turn) {
        find_options(*all[turn % STATES], found);
        for (int i = 0; i < BATCH; ++i) picks.push_back(found[rng() % found.size()]);
    }
    const double start = clock_seconds();
    for (long turn = 0; turn < turns; ++turn) {
        for (int i = 0; i < BATCH; ++i) {
            Run copy(*all[turn % STATES]);
            take(copy, picks[turn * BATCH + i]);
            find_options(copy, found);
            sink += found.size();
        }
    }
    std::printf("{\"count\": %ld, \"seconds\": %.9f}\n", turns * BATCH, clock_seconds() - start);
}

void measure_memory(long count) {
    const auto &all = states();
    const long before = resident();
    std::vector<std::unique_ptr<Run>> kept;
    while (static_cast<long>(kept.size()) < count && resident() - before < MOST_BYTES) {
        for (int i = 0; i < STATES; ++i) kept.push_back(std::make_unique<Run>(*all[i]));
    }
    std::printf("{\"count\": %zu, \"bytes\": %ld}\n", kept.size(), resident() - before);
}

}  // namespace

int main(int count, char **words) {
    if (count != 9) {
        std::fprintf(stderr, "usage: %s WARM_UP CAP STATES APART SAMPLE_CAP SAMPLE_SEED BATCH MOST_BYTES\n", words[0]);
        return 2;
    }
    int *numbers[] = {&WARM_UP, &CAP, &STATES, &APART, &SAMPLE_CAP, &SAMPLE_SEED, &BATCH};
    for (int i = 0; i < 7; ++i) *numbers[i] = std::stoi(words[i + 1]);
    MOST_BYTES = std::stol(words[8]);
    std::printf("{\"name\": \"sts_lightspeed\", \"version\": \"%s\", \"seats\": 1, \"build\": \"\"}\n", VERSION);
    std::fflush(stdout);
    std::string figure;
    for (long amount = 0; std::cin >> figure >> amount; std::fflush(stdout)) {
        if (figure == "warm_up") warm_up();
        else if (figure == "play") measure_play(amount);
        else if (figure == "clone") measure_clone(amount);
        else if (figure == "answer") measure_answer(amount);
        else if (figure == "memory") measure_memory(amount);
        else return 2;
    }
    return sink == -1;
}
