"""The metrics of the server, for Prometheus."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)

tables = Gauge("stormriver_tables", "Tables in memory")
connections = Gauge("stormriver_connections", "Open sockets")
messages = Counter("stormriver_messages", "Messages of pages, by their type", ["type"])
refused = Counter("stormriver_refused", "Requests and messages refused before they reached a table, by reason", ["why"])
answers = Histogram("stormriver_answer_seconds", "From a person's answer to everybody's view", buckets=QUICK)
requests = Histogram("stormriver_request_seconds", "Requests", ["method", "route", "status"], buckets=QUICK)
player_failures = Counter("stormriver_player_failures", "Asks at which a computer player hung or failed", ["player"])
