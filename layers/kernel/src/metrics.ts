export type MetricUnit = 'Count' | 'Milliseconds' | 'Bytes' | 'Percent'

export interface Metrics {
  record(name: string, value: number, unit?: MetricUnit, dimensions?: Readonly<Record<string, string>>): void
}

export interface MetricsOptions {
  readonly namespace: string
  readonly dimensions?: Readonly<Record<string, string>>
  readonly write?: (line: string) => void
  readonly now?: () => Date
}

/** Metrics in CloudWatch's Embedded Metric Format. CloudWatch extracts them from the log, so they add no time to a request. */
export const emfMetrics = ({
  namespace,
  dimensions: baseDimensions = {},
  write = (line) => process.stdout.write(`${line}\n`),
  now = () => new Date(),
}: MetricsOptions): Metrics => ({
  record(name, value, unit = 'Count', extraDimensions = {}) {
    const dimensions = { ...baseDimensions, ...extraDimensions }
    const definition = {
      Namespace: namespace,
      Dimensions: [Object.keys(dimensions)],
      Metrics: [{ Name: name, Unit: unit }],
    }
    write(
      JSON.stringify({
        _aws: { Timestamp: now().getTime(), CloudWatchMetrics: [definition] },
        ...dimensions,
        [name]: value,
      }),
    )
  },
})
