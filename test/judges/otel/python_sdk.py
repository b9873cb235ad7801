"""Sends the scene of scene.ts with the SDK of Python. Prints the IDs that the SDK generated."""

import json
import os
from importlib.metadata import version

from opentelemetry import trace
from opentelemetry._logs import LogRecord, SeverityNumber
from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
from opentelemetry.sdk.metrics.view import ExponentialBucketHistogramAggregation, View
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Link, SpanContext, SpanKind, Status, StatusCode, TraceFlags

AT = int(os.environ["SCENE_AT"]) * 1_000_000
RESOURCE = Resource({"service.name": os.environ["OTEL_SERVICE_NAME"], "cloud.region": "eu"})


def time(ms, nanos=0):
    """Returns a time of the scene in nanoseconds."""
    return AT + ms * 1_000_000 + nanos


spans = TracerProvider(resource=RESOURCE)
spans.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
tracer = spans.get_tracer("judge", "1.2.3")
root = tracer.start_span("POST /orders", kind=SpanKind.SERVER, start_time=time(0, 123_000))
in_root = trace.set_span_in_context(root)
linked = SpanContext(int("a" * 32, 16), int("b" * 16, 16), True, TraceFlags(1))
child = tracer.start_span(
    "charge", in_root, kind=SpanKind.CLIENT, start_time=time(10), links=[Link(linked, {"why": "retry"})]
)
child.set_attributes(
    {
        **{"text": "Grüße 🐝", "yes": True, "no": False, "whole": 42, "negative": -7, "half": 0.5},
        **{"texts": ["a", "ü"], "wholes": [1, 2], "halves": [0.25, 1.5], "flags": [True, False]},
        "large": 2**53 + 1,
    }
)
child.add_event("cache.miss", {"key": "k-1", "tries": 2}, time(12))
child.add_event("exception", {"exception.type": "CardError", "exception.message": "the card is refused"}, time(13))
child.set_status(Status(StatusCode.ERROR, "no charge"))
child.end(time(30, 500_000))
root.set_status(Status(StatusCode.OK))
root.end(time(250, 623_000))

logs = LoggerProvider(resource=RESOURCE)
logs.add_log_record_processor(BatchLogRecordProcessor(OTLPLogExporter()))
logger = logs.get_logger("judge")
logger.emit(
    LogRecord(
        timestamp=time(20),
        severity_number=SeverityNumber.INFO,
        severity_text="INFO",
        body="paid",
        context=in_root,
        attributes={"order": "o-1", "items": 3},
    )
)
logger.emit(
    LogRecord(
        timestamp=time(40),
        severity_number=SeverityNumber.ERROR,
        body={"left": [0, 1], "order": "o-2"},
        attributes={"half": 0.5},
    )
)

reader = PeriodicExportingMetricReader(OTLPMetricExporter(), export_interval_millis=3_600_000)
fine_view = View(instrument_name="fine", aggregation=ExponentialBucketHistogramAggregation())
meters = MeterProvider([reader], RESOURCE, views=[fine_view])
meter = meters.get_meter("judge")
coarse, fine = meter.create_histogram("coarse", "ms"), meter.create_histogram("fine", "ms")
orders, load = meter.create_counter("orders", "1"), meter.create_gauge("load")
opened = meter.create_up_down_counter("open")
# Exports twice, so that cumulative totals differ from deltas.
for first, count, more in ((1, 7, -2), (51, 3, 0)):
    for ms in range(first, first + 50):
        coarse.record(ms, context=in_root)
        fine.record(ms)
    orders.add(count, {"plan": "pro"})
    opened.add(more)
    load.set(0.5)
    meters.force_flush()

# Shutdown exports the remaining data once.
for provider in (spans, logs, meters):
    provider.shutdown()
print(
    json.dumps(
        {
            "sdk": f"Python {version('opentelemetry-sdk')}",
            "trace": format(root.get_span_context().trace_id, "032x"),
            "root": format(root.get_span_context().span_id, "016x"),
            "child": format(child.get_span_context().span_id, "016x"),
        }
    )
)
