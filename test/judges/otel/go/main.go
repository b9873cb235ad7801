// Sends the scene of scene.ts with the SDK of Go. Prints the IDs that the SDK generated.
package main

import (
	"context"
	"encoding/json"
	"os"
	"strconv"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlplog/otlploghttp"
	"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetrichttp"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/log"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/sdk"
	sdklog "go.opentelemetry.io/otel/sdk/log"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// at returns a time of the scene.
func at(ms int64, nanos int64) time.Time {
	start := must(strconv.ParseInt(os.Getenv("SCENE_AT"), 10, 64))
	return time.Unix(0, (start+ms)*1_000_000+nanos)
}

func sendSpans(ctx context.Context, res *resource.Resource) (trace.Span, trace.Span, context.Context) {
	provider := sdktrace.NewTracerProvider(sdktrace.WithResource(res), sdktrace.WithBatcher(must(otlptracehttp.New(ctx))))
	tracer := provider.Tracer("judge", trace.WithInstrumentationVersion("1.2.3"))
	inRoot, root := tracer.Start(ctx, "POST /orders", trace.WithSpanKind(trace.SpanKindServer), trace.WithTimestamp(at(0, 123_000)))
	linked := trace.NewSpanContext(trace.SpanContextConfig{
		TraceID:    must(trace.TraceIDFromHex("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")),
		SpanID:     must(trace.SpanIDFromHex("bbbbbbbbbbbbbbbb")),
		TraceFlags: trace.FlagsSampled,
	})
	link := trace.Link{SpanContext: linked, Attributes: []attribute.KeyValue{attribute.String("why", "retry")}}
	_, child := tracer.Start(inRoot, "charge", trace.WithSpanKind(trace.SpanKindClient), trace.WithTimestamp(at(10, 0)), trace.WithLinks(link))
	child.SetAttributes(
		attribute.String("text", "Grüße 🐝"), attribute.Bool("yes", true), attribute.Bool("no", false),
		attribute.Int("whole", 42), attribute.Int("negative", -7), attribute.Float64("half", 0.5),
		attribute.StringSlice("texts", []string{"a", "ü"}), attribute.IntSlice("wholes", []int{1, 2}),
		attribute.Float64Slice("halves", []float64{0.25, 1.5}), attribute.BoolSlice("flags", []bool{true, false}),
		attribute.Int64("large", 1<<53+1),
	)
	child.AddEvent("cache.miss", trace.WithTimestamp(at(12, 0)), trace.WithAttributes(attribute.String("key", "k-1"), attribute.Int("tries", 2)))
	child.AddEvent("exception", trace.WithTimestamp(at(13, 0)), trace.WithAttributes(
		attribute.String("exception.type", "CardError"), attribute.String("exception.message", "the card is refused")))
	child.SetStatus(codes.Error, "no charge")
	child.End(trace.WithTimestamp(at(30, 500_000)))
	root.SetStatus(codes.Ok, "")
	root.End(trace.WithTimestamp(at(250, 623_000)))
	check(provider.Shutdown(ctx))
	return root, child, inRoot
}

func sendLogs(ctx, inRoot context.Context, res *resource.Resource) {
	exporter := must(otlploghttp.New(ctx))
	provider := sdklog.NewLoggerProvider(sdklog.WithResource(res), sdklog.WithProcessor(sdklog.NewBatchProcessor(exporter)))
	logger := provider.Logger("judge")
	var paid, failed log.Record
	paid.SetTimestamp(at(20, 0))
	paid.SetSeverity(log.SeverityInfo)
	paid.SetSeverityText("INFO")
	paid.SetBody(attribute.StringValue("paid"))
	paid.AddAttributes(attribute.String("order", "o-1"), attribute.Int("items", 3))
	logger.Emit(inRoot, paid)
	failed.SetTimestamp(at(40, 0))
	failed.SetSeverity(log.SeverityError)
	failed.SetBody(attribute.MapValue(attribute.IntSlice("left", []int{0, 1}), attribute.String("order", "o-2")))
	failed.AddAttributes(attribute.Float64("half", 0.5))
	logger.Emit(ctx, failed)
	check(provider.Shutdown(ctx))
}

func sendMetrics(ctx, inRoot context.Context, res *resource.Resource) {
	fineView := sdkmetric.NewView(sdkmetric.Instrument{Name: "fine"}, sdkmetric.Stream{
		Aggregation: sdkmetric.AggregationBase2ExponentialHistogram{MaxSize: 160, MaxScale: 20},
	})
	reader := sdkmetric.NewPeriodicReader(must(otlpmetrichttp.New(ctx)), sdkmetric.WithInterval(time.Hour))
	provider := sdkmetric.NewMeterProvider(sdkmetric.WithResource(res), sdkmetric.WithReader(reader), sdkmetric.WithView(fineView))
	meter := provider.Meter("judge")
	coarse := must(meter.Float64Histogram("coarse", metric.WithUnit("ms")))
	fine := must(meter.Float64Histogram("fine", metric.WithUnit("ms")))
	orders, open := must(meter.Int64Counter("orders", metric.WithUnit("1"))), must(meter.Int64UpDownCounter("open"))
	load := must(meter.Float64Gauge("load"))
	// Exports twice, so that cumulative totals differ from deltas.
	for nth, count := range []int64{7, 3} {
		for ms := 1; ms <= 50; ms++ {
			coarse.Record(inRoot, float64(nth*50+ms))
			fine.Record(ctx, float64(nth*50+ms))
		}
		orders.Add(ctx, count, metric.WithAttributes(attribute.String("plan", "pro")))
		open.Add(ctx, int64(nth)*2-2)
		load.Record(ctx, 0.5)
		check(provider.ForceFlush(ctx))
	}
	check(provider.Shutdown(ctx))
}

func main() {
	ctx := context.Background()
	res := resource.NewSchemaless(attribute.String("service.name", os.Getenv("OTEL_SERVICE_NAME")), attribute.String("cloud.region", "eu"))
	root, child, inRoot := sendSpans(ctx, res)
	sendLogs(ctx, inRoot, res)
	sendMetrics(ctx, inRoot, res)
	check(json.NewEncoder(os.Stdout).Encode(map[string]string{
		"sdk":   "Go " + sdk.Version(),
		"trace": root.SpanContext().TraceID().String(),
		"root":  root.SpanContext().SpanID().String(),
		"child": child.SpanContext().SpanID().String(),
	}))
}
