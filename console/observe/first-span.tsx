import { CodeTabs, Empty, LinkButton } from '@signet/ui'
import { serviceNow } from '../transport/clock.ts'

const curlOf = (): string => {
  const end = new Date(serviceNow()).toISOString()
  const span = { traceId: 'first-trace', spanId: 'root', operationName: 'GET /', startTime: end, endTime: end }
  return `curl -s ${location.origin}/api/observe/ingest -H "authorization: Bearer $SIGNET_API_KEY" \\
  -H 'content-type: application/json' \\
  -d '${JSON.stringify({ service: 'my-worker', spans: [{ ...span, duration: 12 }] })}'`
}

const OTEL = `export OTEL_EXPORTER_OTLP_ENDPOINT=${location.origin}
export OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer $SIGNET_API_KEY"
export OTEL_EXPORTER_OTLP_COMPRESSION=gzip OTEL_BSP_MAX_EXPORT_BATCH_SIZE=100`

export const FirstSpan = () => (
  <div class="stack">
    <Empty
      action={
        <LinkButton kind="primary" href="/keys/new">
          Create API key
        </LinkButton>
      }
    >
      Your workers appear here. A worker is a program that sends telemetry. Create an API key and send the first span.
    </Empty>
    <CodeTabs
      label="First span"
      samples={[
        { name: 'curl', language: 'bash', text: curlOf() },
        { name: 'OpenTelemetry', language: 'bash', text: OTEL },
      ]}
    />
  </div>
)
