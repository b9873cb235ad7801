import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openApi } from '@signet/contract-tools/openapi'
import { irOf } from '@signet/contracts/ir'
import { openApiDocuments } from '../../lib/openapi.ts'
import { parcels } from '../unit/contract-tools/fixtures/rich-contract.ts'
import { type Document, MissingTarget, mutations } from './document-mutations.ts'
import { documentFindings } from './document-rules.ts'

/**
 * Runs the gate of generated documents (redocly strict, spectral:oas, ajv strict, the project's rules). The unchanged
 * documents must pass; in each copy with one fault, at least one tool must find it.
 */
const judgesFolder = fileURLToPath(new URL('.', import.meta.url))
const documents: Record<string, Document> = {
  ...(openApiDocuments('1.0.0') as Record<string, Document>),
  // Every kind of schema that a contract may contain, without optional texts.
  parcel: openApi([irOf(parcels)], {
    title: 'Parcels',
    version: '1.2.0',
    servers: [{ url: 'https://parcels.signet.example' }],
  }) as unknown as Document,
}

const runTool = (name: string, args: readonly string[], output: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const program = join(judgesFolder, 'node_modules/.bin', name)
    execFile(program, args, { cwd: judgesFolder, maxBuffer: 256 * 1024 * 1024 }, (error, stdout, stderr) => {
      // Findings also set the exit code; a tool without a report has itself failed.
      if (stdout === '' && error !== null) reject(new Error(`${name} wrote no report: ${stderr}`))
      else writeFile(output, stdout).then(() => resolve(stdout), reject)
    })
  })

/** Returns the number of redocly's findings per file: it writes one report per file, in their order. */
const countRedoclyFindings = async (files: readonly string[], folder: string): Promise<Map<string, number>> => {
  const options = ['--config', 'redocly.yaml', '--format', 'json', '--max-problems', '100000']
  const reports = (await runTool('redocly', ['lint', ...options, ...files], join(folder, 'redocly.txt'))).split(
    /(?<=^\})(?=\{$)/m,
  )
  if (reports.length !== files.length) throw new Error(`redocly judged ${reports.length} of ${files.length} files`)
  return new Map(
    reports.map((report, i) => [files[i] ?? '', (JSON.parse(report) as { problems: unknown[] }).problems.length]),
  )
}

const countSpectralFindings = async (files: readonly string[], folder: string): Promise<Map<string, number>> => {
  const report = await runTool(
    'spectral',
    ['lint', '--fail-severity', 'hint', '-r', '.spectral.yaml', '-f', 'json', '--quiet', ...files],
    join(folder, 'spectral.txt'),
  )
  const counts = new Map<string, number>()
  for (const { source } of JSON.parse(report.slice(report.indexOf('['))) as { source: string }[]) {
    counts.set(source, (counts.get(source) ?? 0) + 1)
  }
  return counts
}

/** Injects the fault; false if the document has no element for it, such as a path parameter. */
const tryInject = (inject: (document: Document) => void, document: Document): boolean => {
  try {
    inject(document)
    return true
  } catch (error) {
    if (error instanceof MissingTarget) return false
    throw error
  }
}

const folder = await mkdtemp(join(tmpdir(), 'mutations-'))
try {
  await mkdir(folder, { recursive: true })
  const subjects = Object.entries(documents).flatMap(([service, document]) => [
    { service, fault: undefined, document },
    ...mutations.flatMap(({ name, inject }) => {
      const copy = structuredClone(document)
      return tryInject(inject, copy) ? [{ service, fault: name, document: copy }] : []
    }),
  ])
  const untried = mutations.filter(({ name }) => !subjects.some(({ fault }) => fault === name))
  if (untried.length > 0)
    throw new Error(`No document has an element for ${untried.map(({ name }) => name).join(', ')}`)
  const files = await Promise.all(
    subjects.map(async (subject, i) => {
      const file = join(folder, `${i}.json`)
      await writeFile(file, JSON.stringify(subject.document, null, 2))
      return { ...subject, file }
    }),
  )
  const paths = files.map(({ file }) => file)
  const [redocly, spectral] = await Promise.all([
    countRedoclyFindings(paths, folder),
    countSpectralFindings(paths, folder),
  ])
  let failures = 0
  for (const { service, fault, file } of files) {
    const ruleFindings = documentFindings(JSON.parse(await readFile(file, 'utf8')) as Document)
    const counts = [redocly.get(file) ?? 0, spectral.get(file) ?? 0, ruleFindings.length]
    const hasFindings = counts.some((count) => count > 0)
    const isExpected = fault === undefined ? !hasFindings : hasFindings
    if (!isExpected) failures += 1
    const verdict = isExpected ? 'ok' : fault === undefined ? 'FOUND FAULTS IN A VALID DOCUMENT' : 'NOT FOUND'
    console.log(
      `${service.padEnd(8)} ${(fault ?? 'no fault').padEnd(44)} redocly ${counts[0]}, spectral ${counts[1]}, ajv and project rules ${counts[2]}: ${verdict}`,
    )
  }
  console.log(
    `figures: ${mutations.length} kinds of faults in ${Object.keys(documents).length} documents, ${failures} unexpected results`,
  )
  process.exitCode = failures === 0 ? 0 : 1
} finally {
  await rm(folder, { recursive: true })
}
