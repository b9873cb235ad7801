import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isMet, type Progress, type Row } from './measure.ts'

const help = `npm run bench [-- NAME…] [-- --json] [-- --function NAME…]

  archive-ingest  the archive's splitter against JSON.parse of the whole file, and the worker's memory with 1.1 GB
  archive-slices  an import by two concurrent workers against one
  load      size and load time of each function against a bare handler with the same clients
  encode    encodeImage, whole and as presets, against bare sharp
  artifacts checks of the slowest uploads of 10 MiB, against their bound and uploads of half the length
  assets    the asset route of the local runner against ipx
  codegen   all artifacts of 20 contracts against oRPC, zod-openapi, Hono and TypeSpec, which generate OpenAPI alone
  drafts    drafts per second over HTTP against bare painter and sharp in the same process
  flags     flag evaluation against flagd, Unleash, GrowthBook and LaunchDarkly
  archive   searches of 100,000 archive windows, against FTS5 and MiniSearch, and the size of their index
  sentiment accuracy, calibration and speed of the offline scorer, on the UCI sentences and the four-class set
  receipts  receipts issued and verified in memory, against their bounds
  receipt-log  10,000 receipts added to the log, against the minute between two runs
  trust-pages  verification and rendering of a page with twenty subprocessors and documents, against its bound
  observe   table units for a million spans, and pages of 100,000 traces, against their bounds
  observe-ingest  CPU for 100 OTLP spans, against an OpenTelemetry collector that writes a file (needs Go)
  readings  parsing of a 16 KiB script and a threat_model run, against their bounds and json-rules-engine
  classification  classification of an intention, against its bound, json-rules-engine and MiniSearch
  scaffolds projects of every pattern, against their bound, plop and copier (in .venv, needs Python)
  grades    a grade of an 8 KiB text, against its bound and promptfoo (PROMPTFOO=<folder where it is installed>)
  evidence  verdicts on texts, against their bounds, retext and textlint
  spans     an invocation that logs its span, against one that does not
  consultations  CPU of the whole local runner for one consultation, against its bound
  gateway   the local gateway against a bare HTTP server, and a draft from request to image
  reload    time until a saved change of a function responds in a running system, against its bound

Without a name, runs all benches, which takes about five minutes. With --function, load measures only these functions, named by their folders in dist/. The exit status is 1 if a budget is missed.`

/** Loaded on use: some need the rivals, which are installed first. */
const benches: Readonly<
  Record<string, () => Promise<(progress: Progress, functions: readonly string[]) => Promise<Row[]>>>
> = {
  'archive-ingest': async () => (await import('./archive/ingest.ts')).archiveIngestBench,
  'archive-slices': async () => (await import('./archive/ingest-slices.ts')).archiveSlicesBench,
  spans: async () => (await import('./spans.ts')).spanBench,
  load: async () => (await import('./load.ts')).loadBench,
  encode: async () => (await import('./encode.ts')).encodeBench,
  artifacts: async () => (await import('./artifacts.ts')).artifactsBench,
  assets: async () => (await import('./assets.ts')).assetsBench,
  codegen: async () => (await import('./codegen.ts')).codegenBench,
  drafts: async () => (await import('./drafts.ts')).draftsBench,
  flags: async () => (await import('./flags.ts')).flagsBench,
  archive: async () => (await import('./archive-index.ts')).archiveIndexBench,
  sentiment: async () => (await import('./sentiment.ts')).sentimentBench,
  receipts: async () => (await import('./receipts.ts')).receiptsBench,
  'receipt-log': async () => (await import('./receipt-log.ts')).receiptLogBench,
  'trust-pages': async () => (await import('./trust-pages.ts')).trustPagesBench,
  observe: async () => (await import('./observe.ts')).observeBench,
  'observe-ingest': async () => (await import('./observe-ingest.ts')).observeIngestBench,
  readings: async () => (await import('./readings.ts')).readingsBench,
  classification: async () => (await import('./classification.ts')).classificationBench,
  grades: async () => (await import('./grades.ts')).gradesBench,
  scaffolds: async () => (await import('./scaffolds.ts')).scaffoldsBench,
  evidence: async () => (await import('./evidence.ts')).evidenceBench,
  consultations: async () => (await import('./consultations.ts')).consultationsBench,
  gateway: async () => (await import('./gateway.ts')).gatewayBench,
  reload: async () => (await import('./reload.ts')).reloadBench,
}

interface Manifest {
  readonly version?: string
  readonly dependencies?: Readonly<Record<string, string>>
}

const manifestIn = (folder: string): Manifest => {
  const file = join(import.meta.dirname, folder, 'package.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : {}
}

/**
 * Installs the rivals in the versions of test/bench/package.json, unless they exist. They are not dependencies of the
 * project, because they would more than double its packages.
 */
const installRivals = (say: Progress): void => {
  const rivals = Object.entries(manifestIn('.').dependencies ?? {})
  if (rivals.every(([name, version]) => manifestIn(join('node_modules', name)).version === version)) return
  say('installing the rivals')
  execFileSync('npm', ['install', '--no-package-lock', '--no-audit', '--no-fund'], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

const formatNumber = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)

const budgetOf = ({ budget }: Row): string => {
  if (budget === undefined) return '-'
  return 'atMost' in budget ? `<= ${budget.atMost}` : `>= ${budget.atLeast}`
}

const verdictOf = (row: Row): string => ({ true: 'met', false: 'MISSED', undefined: '' })[`${isMet(row)}`]

const formatTable = (rows: readonly Row[]): string => {
  const head = ['bench', 'ours', 'rival', 'unit', 'ratio', 'cpu ratio', 'budget', 'verdict', '']
  const cells = rows.map((row) => [
    row.bench,
    formatNumber(row.ours),
    formatNumber(row.rival),
    row.unit,
    row.ratio.toFixed(2),
    row.cpuRatio?.toFixed(2) ?? '-',
    budgetOf(row),
    verdictOf(row),
    row.note ?? '',
  ])
  const widths = head.map((name, i) => Math.max(name.length, ...cells.map((line) => line[i]?.length ?? 0)))
  const alignCells = (line: readonly string[]) =>
    line.map((cell, i) => (i > 0 && i < 6 && i !== 3 ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
  return [head, ...cells].map((line) => alignCells(line).join('  ').trimEnd()).join('\n')
}

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      function: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) {
    console.log(help)
    return
  }
  if (Number.parseInt(process.versions.node, 10) < 24) {
    throw new TypeError(`The functions run on Node 24, this is ${process.version}: start with npm run bench`)
  }
  const unknown = positionals.find((name) => !Object.hasOwn(benches, name))
  if (unknown) throw new TypeError(`Unknown bench: ${unknown}. Benches: ${Object.keys(benches).join(', ')}`)
  const isTerminal = process.stderr.isTTY === true
  const showProgress: Progress = (text) => process.stderr.write(isTerminal ? `\r\u001b[K${text}` : '')
  const rows: Row[] = []
  installRivals((text) => process.stderr.write(`${text}\n`))
  for (const [name, load] of Object.entries(benches)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue
    if (!isTerminal) process.stderr.write(`${name} …\n`)
    rows.push(...(await (await load())(showProgress, values.function)))
    showProgress('')
  }
  console.log(values.json ? JSON.stringify(rows, null, 2) : formatTable(rows))
  if (rows.some((row) => isMet(row) === false)) process.exitCode = 1
}

main().catch((error: unknown) => {
  console.error(error instanceof TypeError ? error.message : error)
  process.exitCode = 1
})
