import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'
import { logWithoutTraceOf, METRICS, SERIES_TAGS, type SentIds, traceOf } from './otel/scene.ts'
import { withSystem } from './running-system.ts'

/**
 * Runs OpenTelemetry's own SDKs of Node (JSON and protobuf), Python and Go against the local system in their usual
 * configuration: an endpoint, a header, gzip. Each sends the sample telemetry of `otel/scene.ts` ("scene"), which is read
 * back over the API and compared by attribute. `otel.ts PYTHON`, where PYTHON belongs to a virtual environment with `requirements.txt`;
 * `--plant` expects a wrong parent span, which must fail the run.
 */
const [python = 'python3', ...flags] = process.argv.slice(2)
const isPlanted = flags.includes('--plant')
const run = promisify(execFile)
const folder = join(import.meta.dirname, 'otel')

interface Program {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  readonly cwd?: string
  /** Whether the language has integers beyond 2^53. */
  readonly hasLarge: boolean
  /** Whether the SDK sends exemplars, which name the trace of a measurement. */
  readonly hasExemplars: boolean
}

const problems: string[] = []
let compared = 0
const expectEqual = (what: string, actual: unknown, expected: unknown): void => {
  compared++
  if (!isDeepStrictEqual(actual, expected))
    problems.push(`${what}:\n  found  ${JSON.stringify(actual)}\n  wanted ${JSON.stringify(expected)}`)
}

type Row = Readonly<Record<string, unknown>>
type Body = Readonly<Record<string, readonly Row[]>>

const without = (row: Row | undefined, ...names: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row ?? {}).filter(([name]) => !names.includes(name)))

const apiReader = (base: string, key: string) => async (path: string) => {
  const response = await fetch(`${base}/api/observe/${path}`, { headers: { authorization: `Bearer ${key}` } })
  return { status: response.status, body: (await response.json()) as Body }
}

/** Compares series by their attributes, with the sums of their points; with `output`, measurements name their trace. */
const judgeSeries = async (
  read: ReturnType<typeof apiReader>,
  worker: string,
  output: SentIds | undefined,
): Promise<void> => {
  for (const [name, tags] of Object.entries(SERIES_TAGS)) {
    const { series = [] } = (await read(`metrics/series?worker=${worker}&name=${name}&range=1h&step=5m`)).body
    const points = series.flatMap(({ points: all }) => all as readonly Row[])
    const sum = points.reduce((all, point) => all + Number(point.sum), 0)
    const expectedSum = METRICS.flatMap((metric) => ('sum' in metric && metric.name === name ? [metric.sum] : []))[0]
    expectEqual(`${worker}: the series of ${name}`, [series.map((each) => each.tags), sum], [[tags], expectedSum])
    if (name !== 'coarse' || output === undefined) continue
    const exemplars = points.flatMap((point) => point.exemplars as readonly Row[])
    const traces = new Set(exemplars.map((exemplar) => `${exemplar.trace_id} ${exemplar.span_id}`))
    expectEqual(`${worker}: the exemplars of ${name}`, [...traces], [`${output.trace} ${output.root}`])
  }
}

/** Runs a program that sends the scene, and reads it back. */
const judge = async (
  program: Program,
  { base, key, at, temporality }: { base: string; key: string; at: number; temporality: 'delta' | 'cumulative' },
): Promise<string> => {
  const worker = `judge-${program.name}-${temporality}`
  const [file, ...args] = program.command
  const variables = {
    OTEL_EXPORTER_OTLP_ENDPOINT: base,
    OTEL_EXPORTER_OTLP_HEADERS: `Authorization=Bearer%20${key}`,
    OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: temporality,
    OTEL_SERVICE_NAME: worker,
    SCENE_AT: String(at),
    GOFLAGS: '-modcacherw',
  }
  const options = { cwd: program.cwd ?? folder, env: { ...process.env, ...variables } }
  const { stdout, stderr } = await run(file, args, options)
  if (stderr.trim() !== '') problems.push(`${program.name} printed on stderr: ${stderr.trim()}`)
  const output = JSON.parse(stdout) as SentIds
  const readApi = apiReader(base, key)

  const { body } = await readApi(`traces/${output.trace}`)
  const actualTrace = { ...body, logs: (body.logs ?? []).map((log) => without(log, 'id')) }
  const expectedTrace = traceOf(at, isPlanted ? { ...output, root: output.child } : output, worker, program.hasLarge)
  expectEqual(`${program.name}: the trace`, actualTrace, expectedTrace)

  const logsWithoutTrace = ((await readApi(`logs?worker=${worker}`)).body.logs ?? []).map((log) => ({
    ...without(log, 'id'),
    message: JSON.parse(String(log.message)) as unknown,
  }))
  expectEqual(`${program.name}: the log without a trace`, logsWithoutTrace, [logWithoutTraceOf(at)])

  const metrics = (await readApi(`metrics?worker=${worker}`)).body.metrics ?? []
  const figures = metrics.map((metric) =>
    without(
      metric,
      ...['last_at', 'p95', 'p95_error', 'exemplars'],
      // The SDK decides how often it sends a gauge; the last value of other metrics depends on their temporality.
      ...(metric.type === 'gauge' ? ['count', 'sum'] : ['last']),
    ),
  )
  expectEqual(`${worker}: the metrics`, figures, METRICS)
  await judgeSeries(readApi, worker, program.hasExemplars ? output : undefined)
  const fine = Number(metrics.find(({ name }) => name === 'fine')?.p95)
  if (!(Math.abs(fine - 95) / 95 < 0.03)) problems.push(`${program.name}: the 95th percentile of 1 to 100 is ${fine}`)
  // Deletes the worker, so that the plan permits the next one.
  const headers = { authorization: `Bearer ${key}` }
  await fetch(`${base}/api/observe/workers/${worker}`, { method: 'DELETE', headers })
  return output.sdk
}

const goFolder = mkdtempSync(join(tmpdir(), 'signet-otel-'))
try {
  cpSync(join(folder, 'go'), goFolder, { recursive: true })
  // Built first, because `go` reports fetched modules on stderr, where the program reports errors.
  await run('go', ['build', '-o', 'sdk', '.'], { cwd: goFolder, env: { ...process.env, GOFLAGS: '-modcacherw' } })
  const programs: readonly Program[] = [
    { name: 'node-json', command: [process.execPath, 'node-sdk.ts', 'json'], hasLarge: false, hasExemplars: false },
    {
      name: 'node-protobuf',
      command: [process.execPath, 'node-sdk.ts', 'protobuf'],
      hasLarge: false,
      hasExemplars: false,
    },
    { name: 'python', command: [python, 'python_sdk.py'], hasLarge: true, hasExemplars: true },
    { name: 'go', command: [join(goFolder, 'sdk')], cwd: goFolder, hasLarge: true, hasExemplars: true },
  ]
  const sdks = await withSystem(async ({ urls, identities }) => {
    // A minute ago, so that no clock is ahead of it.
    const startedAt = Date.now() - 60_000
    const versions: string[] = []
    const target = { base: String(urls.platform), key: identities.pro.platKey, at: startedAt }
    for (const program of programs) {
      await judge(program, { ...target, temporality: 'cumulative' })
      versions.push(await judge(program, { ...target, temporality: 'delta' }))
    }
    return versions
  })
  if (problems.length > 0) throw new Error(problems.join('\n'))
  console.log(
    `figures: OpenTelemetry SDKs of ${sdks.join(', ')}: ${compared} API responses match the spans, logs and metrics sent`,
  )
} catch (error) {
  console.error(`FAILED: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
} finally {
  rmSync(goFolder, { recursive: true, force: true })
}
