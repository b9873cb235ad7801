import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { TOKEN_STYLE } from '@signet/ui/tokens'
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild'
import { consoleOperations } from './console-operations.ts'
import { edgePrefix, OWN_ADDRESSES } from './edge-config.ts'

const CONSOLE_FOLDER = 'console'
const PROGRAM = `${CONSOLE_FOLDER}/shell/main.tsx`
const SHELL = `${CONSOLE_FOLDER}/shell/shell.tsx`
const SHARED = `${CONSOLE_FOLDER}/session`
const BEFORE_PAINT = `${CONSOLE_FOLDER}/shell/before-paint.ts`
const AREAS = `${CONSOLE_FOLDER}/areas.ts`
const WORKERS = [`${CONSOLE_FOLDER}/evidence/check-worker.ts`] as const

/**
 * The first requests of every page: the signed-in user and their organizations. The browser sends them while it loads
 * the program.
 */
const FIRST_REQUESTS = ['/api/account/me', '/api/organizations']

/** Version that the API documents state. */
const VERSION = '0.1.0'

/** The output folder below `dist`. The edge and the local front serve its files. */
const OUTPUT_FOLDER = 'console'

export interface ConsoleBuild {
  /** The inputs of each file. Tests check the size budgets of pages with it. */
  readonly metafile: Metafile
  readonly files: readonly string[]
}

/** Returns the files that a page loads at once: an output file and all its static imports, by path in the metafile. */
const filesLoadedWith = ({ outputs }: Metafile, file: string, seen = new Set<string>()): ReadonlySet<string> => {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const { path, kind, external } of outputs[file]?.imports ?? [])
    if (kind === 'import-statement' && !external) filesLoadedWith({ inputs: {}, outputs }, path, seen)
  return seen
}

const outputOf = ({ outputs }: Metafile, entry: string, extension: string): string => {
  const [file, output] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === entry) ?? []
  const built = extension === '.css' ? output?.cssBundle : file
  if (built === undefined) throw new Error(`The build of the console has no ${extension} file for ${entry}`)
  return built
}

/** Returns the paths of the areas, in the order of the navigation. The digest bypasses the cache of earlier imports. */
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

/** Returns the files of each area that are not part of the program, by the path of the area. Its own file is first. */
const areaFiles = async (root: string, metafile: Metafile, program: ReadonlySet<string>) => {
  const paths = await areaPaths(root)
  const areaImports = (metafile.inputs[AREAS]?.imports ?? []).filter(({ kind }) => kind === 'dynamic-import')
  if (areaImports.length !== paths.length) throw new Error(`${AREAS}: each area must load exactly one module`)
  return paths.map((path, index): [string, string[]] => {
    const file = outputOf(metafile, areaImports[index]?.path ?? '', '.js')
    return [path, [...filesLoadedWith(metafile, file)].filter((each) => !program.has(each))]
  })
}

/** Returns the HTML document. It refers to files whose names contain hashes. No program or style is inline (CSP). */
const documentOf = async (root: string, folder: string, metafile: Metafile): Promise<string> => {
  const address = (file: string): string => `/${relative(folder, join(root, file)).replaceAll('\\', '/')}`
  const program = outputOf(metafile, PROGRAM, '.js')
  const loaded = filesLoadedWith(metafile, program)
  const shared = [...loaded].filter((file) => file !== program)
  const areas = await areaFiles(root, metafile, loaded)
  const areaAddresses = Object.fromEntries(areas.map(([path, files]) => [path, files.map(address)]))
  const workers = WORKERS.map((file) => [basename(file, '.ts'), address(outputOf(metafile, file, '.js'))] as const)
  const tags = [
    ...FIRST_REQUESTS.map((path) => `<link rel="preload" as="fetch" crossorigin href="${path}">`),
    `<script type="application/json" id="area-files">${JSON.stringify(areaAddresses)}</script>`,
    `<script type="application/json" id="worker-files">${JSON.stringify(Object.fromEntries(workers))}</script>`,
    `<script src="${address(outputOf(metafile, BEFORE_PAINT, '.js'))}"></script>`,
    `<link rel="stylesheet" href="${address(outputOf(metafile, PROGRAM, '.css'))}">`,
    ...shared.map((file) => `<link rel="modulepreload" href="${address(file)}">`),
    `<script type="module" src="${address(program)}"></script>`,
  ]
  const text = await readFile(join(root, CONSOLE_FOLDER, 'index.html'), 'utf8')
  return text.replace(/<!-- built: .* -->/, tags.join('\n    '))
}

/** Marks requests of the plugin itself, so that it does not handle them again. */
const RESOLVED = Symbol('resolved')

/**
 * Adds imports of the shell and of shared modules to the program and to all modules that are loaded later. The bundler then
 * puts them into one file instead of one per set of pages. On a slow network each additional file costs a round trip.
 */
const oneProgram = (root: string): Plugin => ({
  name: 'one-program',
  setup(build) {
    const alwaysLoaded = [SHELL, ...readdirSync(join(root, SHARED)).map((name) => join(SHARED, name))]
    const imports = alwaysLoaded.map((path) => `import ${JSON.stringify(join(root, path))}`).join('\n')
    const extendedModules = new Set([join(root, PROGRAM)])
    build.onResolve({ filter: /./ }, async ({ path, pluginData, ...resolution }) => {
      if (resolution.kind !== 'dynamic-import' || pluginData === RESOLVED) return undefined
      const resolved = await build.resolve(path, { ...resolution, pluginData: RESOLVED })
      extendedModules.add(resolved.path)
      return resolved
    })
    build.onLoad({ filter: /\.m?[jt]sx?$/ }, async ({ path }) => {
      if (!extendedModules.has(path)) return undefined
      const contents = `${await readFile(path, 'utf8')}\n${imports}\n`
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts', resolveDir: dirname(path) }
    })
  },
})

interface DocumentFile {
  readonly file: string
  readonly text: string
  readonly entry: { readonly title: string; readonly path: string; readonly prefix: string | null }
}

/** Returns the API documents as files whose names contain hashes. Only this function needs the contracts. */
const documentFiles = async (folder: string): Promise<Readonly<Record<string, DocumentFile>>> => {
  const { servedApis } = await import('./services.ts')
  const { openApiDocuments } = await import('./openapi.ts')
  const documents = openApiDocuments(VERSION)
  return Object.fromEntries(
    servedApis().map(({ key, title, services }) => {
      const text = JSON.stringify(documents[key])
      const digest = createHash('sha256').update(text).digest('hex').slice(0, 8).toUpperCase()
      const path = `/static/${key}-${digest}.openapi.json`
      // A service with `isApart` has a separate address.
      const isElsewhere = OWN_ADDRESSES[key] !== undefined || services.some(({ isApart }) => isApart)
      const prefix = isElsewhere ? null : edgePrefix(key)
      return [key, { file: join(folder, path), text, entry: { title, path, prefix } }]
    }),
  )
}

/** Removes files of earlier builds. Deployments retain older files (lib/constructs/console-files.ts). */
const removeStale = async (folder: string, current: ReadonlySet<string>): Promise<void> => {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const stale = files.filter((file) => file.isFile() && !current.has(join(file.parentPath, file.name)))
  await Promise.all(stale.map((file) => rm(join(file.parentPath, file.name), { force: true })))
}

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
 * Builds the console into `<out>/console/`: `index.html`, and `static/` with programs, styles and their maps, whose
 * names contain hashes. A page is loaded when it is first opened. The document is written last, so that it never refers
 * to a missing file. Builds nothing if `root` has no console program.
 * @throws BuildFailure of esbuild, with file, line and error.
 */
export const bundleConsole = async (root: string, out = 'dist'): Promise<ConsoleBuild> => {
  if (!existsSync(join(root, PROGRAM))) return { metafile: { inputs: {}, outputs: {} }, files: [] }
  const folder = resolve(root, out, OUTPUT_FOLDER)
  const documents = await documentFiles(folder)
  const entries = Object.entries(documents).map(([key, { entry }]) => [key, entry] as const)
  const options = buildOptions(root, folder)
  const program = await build({
    ...options,
    entryPoints: [PROGRAM, BEFORE_PAINT],
    splitting: true,
    // Prism's grammars read the global object from `global`. SIGNET_DOCUMENTS is a string, which the console parses.
    define: { global: 'globalThis', SIGNET_DOCUMENTS: JSON.stringify(JSON.stringify(Object.fromEntries(entries))) },
    banner: { css: TOKEN_STYLE },
    plugins: [consoleOperations, oneProgram(root)],
  })
  // A separate build: otherwise areas would also load the chunks that they share with a worker.
  const workers = await build({ ...options, entryPoints: [...WORKERS] })
  const builtFiles = [...program.outputFiles, ...workers.outputFiles]
  const metafile = {
    inputs: { ...program.metafile.inputs, ...workers.metafile.inputs },
    outputs: { ...program.metafile.outputs, ...workers.metafile.outputs },
  }
  // The program's stylesheet includes the styles of all modules. No page requests the separate stylesheets of areas.
  const styles = join(root, outputOf(metafile, PROGRAM, '.css'))
  const outputFiles = builtFiles.filter(({ path }) => !/\.css(\.map)?$/.test(path) || path.startsWith(styles))
  await mkdir(join(folder, 'static'), { recursive: true })
  const files = Object.values(documents)
  await Promise.all([
    ...outputFiles.map(({ path, contents }) => writeFile(path, contents)),
    ...files.map(({ file, text }) => writeFile(file, text)),
  ])
  const indexFile = join(folder, 'index.html')
  await writeFile(`${indexFile}.partial`, await documentOf(root, folder, metafile))
  await rename(`${indexFile}.partial`, indexFile)
  const current = [indexFile, ...outputFiles.map(({ path }) => path), ...files.map(({ file }) => file)]
  await removeStale(folder, new Set(current))
  return { metafile, files: current }
}
