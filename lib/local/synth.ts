import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { withEsbuild } from '../esbuild-service.ts'

export interface SynthOptions {
  readonly root: string
  readonly cache: string
  readonly app?: string | undefined
  /** False synthesizes even if nothing changed. */
  readonly reuse?: boolean | undefined
}

/** The CDK app failed; the message contains its output. */
export class SynthError extends Error {
  override readonly name = 'SynthError'
}

const MAX_ASSEMBLIES = 3

const signetVariables = (): string[] =>
  Object.entries(process.env)
    .filter(([name]) => name.startsWith('SIGNET_'))
    .map(([name, value]) => `${name}=${value}`)
    .sort()

/**
 * Returns the source files of the app by following its imports. Handlers are not among them, because functions run
 * their bundles instead of their assets.
 */
const sourcesOf = async (root: string, app: string): Promise<string[]> => {
  const { metafile } = await withEsbuild(() =>
    build({
      absWorkingDir: root,
      entryPoints: [app],
      bundle: true,
      write: false,
      metafile: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'silent',
      plugins: [
        {
          name: 'own-sources-only',
          setup({ onResolve }) {
            onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
              kind === 'entry-point' || path.startsWith('@signet/') ? undefined : { path, external: true },
            )
          },
        },
      ],
    }),
  )
  return Object.keys(metafile.inputs).sort()
}

const keyOf = async (root: string, sources: readonly string[]): Promise<string> => {
  const hash = createHash('sha256')
  const files = [...sources, 'cdk.json', 'package-lock.json']
  for (const file of files) {
    const content = await readFile(join(root, file)).catch(() => Buffer.alloc(0))
    hash.update(`${file}\0${content.byteLength}\0`).update(content)
  }
  for (const line of signetVariables()) hash.update(line)
  return hash.digest('hex').slice(0, 20)
}

const contextOf = async (root: string): Promise<string> => {
  const text = await readFile(join(root, 'cdk.json'), 'utf8').catch(() => '{}')
  const { context = {} } = JSON.parse(text) as { context?: Record<string, unknown> }
  // Assets are not copied: copying the native layer at each synth costs more than the synth.
  return JSON.stringify({ ...context, 'aws:cdk:disable-asset-staging': true })
}

/** Accepts a synth that only reports findings: these rules prevent a deployment, not local use. */
const reportsOnlyFindings = (output: string, out: string): boolean =>
  output.includes('Validation failed') && existsSync(join(out, 'manifest.json'))

const runApp = async (root: string, app: string, out: string): Promise<void> => {
  const {
    CDK_DEFAULT_ACCOUNT: _account,
    CDK_DEFAULT_REGION: _region,
    NODE_OPTIONS: _options,
    ...inherited
  } = process.env
  const child = spawn(process.execPath, [app], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...inherited,
      SIGNET_STAGE: 'local',
      CDK_OUTDIR: out,
      CDK_CONTEXT_JSON: await contextOf(root),
      // Saves two thirds of the time. The rules affect only deployments.
      CDK_VALIDATION: 'false',
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => {
      output = (output + text).slice(-8000)
    })
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if ((code === 0 && existsSync(join(out, 'manifest.json'))) || reportsOnlyFindings(output, out)) return
  throw new SynthError(`${app} could not be synthesized (exit ${code}):\n${output.trim()}`)
}

const prune = async (cache: string): Promise<void> => {
  const entries = (await readdir(cache, { withFileTypes: true })).flatMap((entry) =>
    // A dot in the name marks an entry that another process is still writing.
    entry.isDirectory() && !entry.name.includes('.') ? [entry.name] : [],
  )
  const ages = await Promise.all(
    entries.map(async (name) => ({
      name,
      at: await stat(join(cache, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    })),
  )
  const stale = ages.sort((a, b) => b.at - a.at).slice(MAX_ASSEMBLIES)
  await Promise.all(stale.map(({ name }) => rm(join(cache, name), { recursive: true, force: true })))
}

/**
 * Synthesizes the CDK app for the stage `local`, or reuses the assembly of an earlier run with the same sources.
 * @returns the folder of the assembly.
 * @throws SynthError with the output of the app.
 */
export const synthesize = async ({
  root,
  cache,
  app = 'bin/platform.ts',
  reuse = true,
}: SynthOptions): Promise<{
  readonly dir: string
  readonly cached: boolean
}> => {
  const lastSources = join(cache, 'sources.json')
  const isComplete = (dir: string) => existsSync(join(dir, 'manifest.json'))
  // If no file has changed, the imports are the same and need not be searched.
  const earlierSources = await readFile(lastSources, 'utf8').then(
    (text) => JSON.parse(text) as string[],
    (): string[] => [],
  )
  const lastAssembly = join(cache, await keyOf(root, earlierSources))
  if (reuse && earlierSources.includes(app) && isComplete(lastAssembly)) return { dir: lastAssembly, cached: true }
  const sources = await sourcesOf(root, app)
  await mkdir(cache, { recursive: true })
  await writeFile(lastSources, JSON.stringify(sources))
  const dir = join(cache, await keyOf(root, sources))
  if (reuse && isComplete(dir)) return { dir, cached: true }
  const partial = `${dir}.${process.pid}.${Date.now().toString(36)}`
  try {
    await runApp(root, app, partial)
    // Another process that started at the same time may have written the same assembly, and be reading it.
    if (reuse && isComplete(dir)) return { dir, cached: true }
    await rm(dir, { recursive: true, force: true })
    await rename(partial, dir).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
  await prune(cache)
  return { dir, cached: false }
}
