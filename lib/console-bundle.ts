import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { TOKEN_STYLE } from '@signet/ui/tokens'
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild'
import { edgePrefix, OWN_ADDRESSES } from './edge-config.ts'

/** The folder of the program, and where its entry points are in it. */
const CLIENT = 'lambdas/console/client'
const PROGRAM = `${CLIENT}/shell/main.tsx`
/** All of the program but its styles. */
const SHELL = `${CLIENT}/shell/shell.tsx`
/** What every area may need. */
const SHARED = `${CLIENT}/session`
/** What runs before all of it. */
const AHEAD = `${CLIENT}/shell/ahead.ts`
const AREAS = `${CLIENT}/areas.ts`
/** What runs beside the page, in threads of their own. */
const WORKERS = [`${CLIENT}/evidence/check-worker.ts`] as const

/** What the program asks first, whatever the page: who is signed in. The browser asks it while the program is on its way. */
const FIRST_READS = ['/api/account/me', '/api/organisations']

/** Of the documents of the APIs: that of the project. */
const VERSION = '0.1.0'

/** Where it is built to, below `dist`: the edge and the local front serve these files. */
const FOLDER = 'console'

export interface ConsoleBuild {
  /** What was made of what: the budgets of pages are held against it. */
  readonly metafile: Metafile
  /** The files that were written, by their absolute paths. */
  readonly files: readonly string[]
}

/** What a page loads at once: an entry with all that it imports statically, by their names in the folder. */
const loadedWith = ({ outputs }: Metafile, file: string, seen = new Set<string>()): ReadonlySet<string> => {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const { path, kind, external } of outputs[file]?.imports ?? [])
    if (kind === 'import-statement' && !external) loadedWith({ inputs: {}, outputs }, path, seen)
  return seen
}

/** The outputs of an entry point, by their paths in the metafile. */
const outputOf = ({ outputs }: Metafile, entry: string, extension: string): string => {
  const [file, output] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === entry) ?? []
  const built = extension === '.css' ? output?.cssBundle : file
  if (built === undefined) throw new Error(`The console has no ${extension} of ${entry}`)
  return built
}

/** The paths of the areas, in the order of the navigation: as they are now, whatever an earlier build has imported. */
const areaPaths = async (root: string): Promise<readonly string[]> => {
  const file = join(root, AREAS)
  const digest = createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
  const { AREAS: areas } = (await import(`${pathToFileURL(file)}?${digest}`)) as {
    readonly AREAS: readonly { readonly path: string }[]
  }
  return areas.map(({ path }) => path)
}

/** What each area consists of beside the program, by its path: its own file first. */
const areaFiles = async (root: string, metafile: Metafile, program: ReadonlySet<string>) => {
  const paths = await areaPaths(root)
  const loads = (metafile.inputs[AREAS]?.imports ?? []).filter(({ kind }) => kind === 'dynamic-import')
  if (loads.length !== paths.length) throw new Error(`${AREAS}: each area loads one program of its own`)
  return paths.map((path, index): [string, string[]] => {
    const file = outputOf(metafile, loads[index]?.path ?? '', '.js')
    return [path, [...loadedWith(metafile, file)].filter((each) => !program.has(each))]
  })
}

/** The document: programs and styles by their names, which change with their contents. Nothing is inline (CSP). */
const documentOf = async (root: string, folder: string, metafile: Metafile): Promise<string> => {
  const address = (file: string): string => `/${relative(folder, join(root, file)).replaceAll('\\', '/')}`
  const program = outputOf(metafile, PROGRAM, '.js')
  const loaded = loadedWith(metafile, program)
  const shared = [...loaded].filter((file) => file !== program)
  const areas = await areaFiles(root, metafile, loaded)
  const listed = Object.fromEntries(areas.map(([path, files]) => [path, files.map(address)]))
  const workers = WORKERS.map((file) => [basename(file, '.ts'), address(outputOf(metafile, file, '.js'))] as const)
  const tags = [
    ...FIRST_READS.map((path) => `<link rel="preload" as="fetch" crossorigin href="${path}">`),
    `<script type="application/json" id="area-files">${JSON.stringify(listed)}</script>`,
    `<script type="application/json" id="worker-files">${JSON.stringify(Object.fromEntries(workers))}</script>`,
    `<script src="${address(outputOf(metafile, AHEAD, '.js'))}"></script>`,
    `<link rel="stylesheet" href="${address(outputOf(metafile, PROGRAM, '.css'))}">`,
    ...shared.map((file) => `<link rel="modulepreload" href="${address(file)}">`),
    `<script type="module" src="${address(program)}"></script>`,
  ]
  const text = await readFile(join(root, CLIENT, 'index.html'), 'utf8')
  return text.replace(/<!-- built: .* -->/, tags.join('\n    '))
}

/** Marks what the plugin asks itself, so that it does not answer by asking again. */
const RESOLVED = Symbol('resolved')

/**
 * Lets whatever is loaded later import the shell and what all areas may need. These are then one file and not one for each
 * set of pages that share it: over a slow network, each file more costs a round trip.
 */
const oneProgram = (root: string): Plugin => ({
  name: 'one-program',
  setup(build) {
    const always = [SHELL, ...readdirSync(join(root, SHARED)).map((name) => join(SHARED, name))]
    const imports = always.map((path) => `import ${JSON.stringify(join(root, path))}`).join('\n')
    const all = new Set([join(root, PROGRAM)])
    build.onResolve({ filter: /./ }, async ({ path, pluginData, ...from }) => {
      if (from.kind !== 'dynamic-import' || pluginData === RESOLVED) return undefined
      const resolved = await build.resolve(path, { ...from, pluginData: RESOLVED })
      all.add(resolved.path)
      return resolved
    })
    build.onLoad({ filter: /\.m?[jt]sx?$/ }, async ({ path }) => {
      if (!all.has(path)) return undefined
      const contents = `${await readFile(path, 'utf8')}\n${imports}\n`
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts', resolveDir: dirname(path) }
    })
  },
})

interface DocumentFile {
  readonly file: string
  readonly text: string
  /** What the page of documents knows of it. */
  readonly entry: { readonly title: string; readonly path: string; readonly prefix: string | null }
}

/** The documents of the APIs, as files named by their contents. The contracts are loaded for it, which nothing else here needs. */
const documentFiles = async (folder: string): Promise<Readonly<Record<string, DocumentFile>>> => {
  const { servedApis } = await import('./services.ts')
  const { openApiDocuments } = await import('./openapi.ts')
  const documents = openApiDocuments(VERSION)
  return Object.fromEntries(
    servedApis().map(({ key, title, services }) => {
      const text = JSON.stringify(documents[key])
      const digest = createHash('sha256').update(text).digest('hex').slice(0, 8).toUpperCase()
      const path = `/static/${key}-${digest}.openapi.json`
      // What stands apart has an address of its own, too.
      const isElsewhere = OWN_ADDRESSES[key] !== undefined || services.some(({ isApart }) => isApart)
      const prefix = isElsewhere ? null : edgePrefix(key)
      return [key, { file: join(folder, path), text, entry: { title, path, prefix } }]
    }),
  )
}

/** Files of earlier builds. What a deployment has keeps them: lib/constructs/console-files.ts. */
const removeStale = async (folder: string, current: ReadonlySet<string>): Promise<void> => {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const stale = files.filter((file) => file.isFile() && !current.has(join(file.parentPath, file.name)))
  await Promise.all(stale.map((file) => rm(join(file.parentPath, file.name), { force: true })))
}

/** What the program and the workers are built alike by. */
const buildOptions = (root: string, folder: string) =>
  ({
    absWorkingDir: root,
    outdir: join(folder, 'static'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    sourcemap: 'linked',
    sourcesContent: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2024',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'silent',
  }) satisfies BuildOptions

/**
 * Builds the console into `<out>/console/`: `index.html`, and `static/` with programs, styles and their maps, named by their
 * contents. A page is loaded when it is first opened. The document is written last, so that it never names a file that is
 * not there. Without a program under `root` nothing is built.
 * @throws BuildFailure of esbuild, which names file, line and fault.
 */
export const bundleConsole = async (root: string, out = 'dist'): Promise<ConsoleBuild> => {
  if (!existsSync(join(root, PROGRAM))) return { metafile: { inputs: {}, outputs: {} }, files: [] }
  const folder = resolve(root, out, FOLDER)
  const documents = await documentFiles(folder)
  const entries = Object.entries(documents).map(([key, { entry }]) => [key, entry] as const)
  const options = buildOptions(root, folder)
  const program = await build({
    ...options,
    entryPoints: [PROGRAM, AHEAD],
    splitting: true,
    // Prism's grammars look for it there.
    define: { global: 'globalThis', SIGNET_DOCUMENTS: JSON.stringify(JSON.stringify(Object.fromEntries(entries))) },
    banner: { css: TOKEN_STYLE },
    plugins: [oneProgram(root)],
  })
  // Apart: whatever a worker shared with an area would be loaded with the area, needed there or not.
  const workers = await build({ ...options, entryPoints: [...WORKERS] })
  const written = [...program.outputFiles, ...workers.outputFiles]
  const metafile = {
    inputs: { ...program.metafile.inputs, ...workers.metafile.inputs },
    outputs: { ...program.metafile.outputs, ...workers.metafile.outputs },
  }
  // The styles of what is loaded later stand in those of the program, too: no page asks for them.
  const styles = join(root, outputOf(metafile, PROGRAM, '.css'))
  const outputFiles = written.filter(({ path }) => !/\.css(\.map)?$/.test(path) || path.startsWith(styles))
  await mkdir(join(folder, 'static'), { recursive: true })
  const files = Object.values(documents)
  await Promise.all([
    ...outputFiles.map(({ path, contents }) => writeFile(path, contents)),
    ...files.map(({ file, text }) => writeFile(file, text)),
  ])
  const page = join(folder, 'index.html')
  await writeFile(`${page}.partial`, await documentOf(root, folder, metafile))
  await rename(`${page}.partial`, page)
  const current = [page, ...outputFiles.map(({ path }) => path), ...files.map(({ file }) => file)]
  await removeStale(folder, new Set(current))
  return { metafile, files: current }
}
