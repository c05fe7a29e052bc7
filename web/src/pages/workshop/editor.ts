// The editor of a file: CodeMirror with YAML, the words of the language of cards, and what the server finds wrong.
import { autocompletion, completionKeymap, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { yaml } from '@codemirror/lang-yaml'
import { HighlightStyle, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language'
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { EditorView, drawSelection, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import type { Fault } from '../../lib/protocol'
import { placeAt, type Words } from './schema'

export interface Wanted {
  text: string
  label: string
  words: () => Words | null
  onchange: (text: string) => void
  online: (line: number) => void
}

const COLOURS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)', fontWeight: '600' },
  { tag: tags.comment, color: 'var(--ink-2)', fontStyle: 'italic' },
  { tag: [tags.string, tags.number, tags.bool], color: 'var(--good)' },
  { tag: [tags.punctuation, tags.separator, tags.bracket], color: 'var(--ink-2)' },
])
const THEME = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--card)', fontSize: '0.92rem' },
  '&.cm-focused': { outline: '3px solid var(--focus)', outlineOffset: '-3px' },
  '.cm-scroller': { fontFamily: "ui-monospace, 'DejaVu Sans Mono', Consolas, monospace", lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--paper-2)', color: 'var(--ink-2)', border: '0' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--gold) 6%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'color-mix(in srgb, var(--focus) 30%, transparent)' },
  '.cm-tooltip': { backgroundColor: 'var(--card)', color: 'var(--ink)', border: '1px solid var(--line)', borderRadius: 'var(--round)', boxShadow: 'var(--shadow)', maxWidth: '28rem', font: '400 0.95rem/1.4 var(--ui)' },
  '.cm-tooltip.cm-completionInfo, .cm-told': { padding: '0.4rem 0.7rem' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--accent-ink)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--bad)', textUnderlineOffset: '3px' },
})

/** Begin an editor within an element. It lies in a shadow of its own, as its styles are made while it runs. */
export function edit(host: HTMLElement, wanted: Wanted): EditorView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  root.replaceChildren()
  return new EditorView({ root, parent: root as unknown as HTMLElement, state: begin(wanted) })
}

/** Return an editor's state for another file. */
export function begin(wanted: Wanted): EditorState {
  return EditorState.create({
    doc: wanted.text,
    extensions: [
      lineNumbers(), lintGutter(), history(), drawSelection(), indentOnInput(), bracketMatching(), highlightActiveLine(),
      indentUnit.of('  '), yaml(), syntaxHighlighting(COLOURS), THEME, EditorView.lineWrapping,
      autocompletion({ override: [(context) => proposals(context, wanted.words())], icons: false }),
      hoverTooltip((view, at) => told(view, at, wanted.words())),
      keymap.of([...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
      EditorView.contentAttributes.of({ 'aria-label': wanted.label, tabindex: '0', spellcheck: 'false', autocapitalize: 'off' }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) wanted.onchange(update.state.doc.toString())
        if (update.selectionSet || update.docChanged) wanted.online(update.state.doc.lineAt(update.state.selection.main.head).number)
      }),
    ],
  })
}

function proposals(context: CompletionContext, words: Words | null): CompletionResult | null {
  if (!words) return null
  const place = placeAt(context.state.sliceDoc(0, context.pos))
  const typed = /[\w.-]*$/.exec(place.word)![0]
  if (!typed && !context.explicit && !/[\s{[]$/.test(context.state.sliceDoc(0, context.pos))) return null
  const found = words.at(place)
  if (!found.length) return null
  return {
    from: context.pos - typed.length,
    options: found.map(({ label, info, text }) => ({
      label, info: info || undefined,
      apply: (view: EditorView, _: unknown, from: number, to: number) => {
        const at = from + (text.endsWith('}') ? text.length - 1 : text.length)
        view.dispatch({ changes: { from, to, insert: text }, selection: { anchor: at } })
      },
    })),
    validFor: /^[\w.-]*$/,
  }
}

function told(view: EditorView, at: number, words: Words | null) {
  const line = view.state.doc.lineAt(at)
  const before = /[\w.-]*$/.exec(line.text.slice(0, at - line.from))![0]
  const after = /^[\w.-]*/.exec(line.text.slice(at - line.from))![0]
  const word = before + after
  if (!words || !word) return null
  const end = at + after.length
  const isKey = /^\s*:(\s|$)/.test(line.text.slice(end - line.from))
  const place = placeAt(view.state.sliceDoc(0, at - before.length))
  const text = words.told({ ...place, word }, isKey)
  if (!text) return null
  return { pos: at - before.length, end, above: true, create: () => {
    const dom = document.createElement('div')
    dom.className = 'cm-told'
    dom.textContent = text
    return { dom }
  } }
}

/** Show what is wrong in the file that is edited. */
export function show(view: EditorView, faults: Fault[]): void {
  const { doc } = view.state
  const found = faults.filter((fault) => fault.line).map((fault): Diagnostic => {
    const line = doc.line(Math.min(fault.line, doc.lines))
    const from = Math.min(line.from + Math.max(fault.column - 1, 0), line.to)
    const word = /^[\w.-]+/.exec(doc.sliceString(from, line.to))?.[0].length ?? 0
    return { from, to: word ? from + word : line.to, severity: 'error', message: fault.text }
  })
  view.dispatch(setDiagnostics(view.state, found))
}

/** Move the cursor to a line and show it. */
export function goTo(view: EditorView, line: number, focus = true): void {
  const at = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines)).from
  view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) })
  if (focus) view.focus()
}

export { EditorView }
