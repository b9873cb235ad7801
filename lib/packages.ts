import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { buildSync } from 'esbuild'

export type Library = string

const ROOT = resolve(import.meta.dirname, '..')
const OUT = join(ROOT, 'dist/packages')

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly exports: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  /**
   * Dependencies that the package bundles. Such a package has no runtime dependencies, and each of its entries is one
   * file.
   */
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly bin?: Readonly<Record<string, string>>
}

const readJson = (path: string): Manifest => JSON.parse(readFileSync(path, 'utf8')) as Manifest

/** Returns the folder of a package: `layers/flags`, `layers/receipts/replay`. @throws Error if no layer has this name. */
const folderOf = (library: Library): string => {
  const [manifest] = globSync(`layers/{${library},*/${library}}/package.json`, { cwd: ROOT })
  if (manifest === undefined) throw new Error(`No layer has the name ${library}`)
  return join(ROOT, dirname(manifest))
}

const compilerOptions = (library: Library) => ({
  extends: join(ROOT, 'tsconfig.base.json'),
  compilerOptions: {
    rootDir: folderOf(library),
    outDir: join(OUT, library),
    typeRoots: [join(ROOT, 'node_modules/@types')],
    composite: false,
    incremental: false,
    declaration: true,
    emitDeclarationOnly: true,
  },
  include: [join(folderOf(library), 'src')],
})

/** Declarations import with the extensions of sources, which other projects cannot resolve. */
const RELATIVE_SOURCE = /((?:from|import)\s*\(?\s*['"]\.{1,2}\/[^'"]+)\.ts(['"])/g

const writeDeclarations = (library: Library): void => {
  const folder = join(OUT, library)
  const config = join(OUT, `tsconfig.${library}.json`)
  writeFileSync(config, JSON.stringify(compilerOptions(library)))
  execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', config], { stdio: 'inherit' })
  rmSync(config)
  for (const file of globSync('**/*.d.ts', { cwd: folder })) {
    const path = join(folder, file)
    writeFileSync(path, readFileSync(path, 'utf8').replace(RELATIVE_SOURCE, '$1.js$2'))
  }
}

const programsOf = (library: Library): readonly string[] => globSync('bin/**/*.mjs', { cwd: folderOf(library) })

const programSources = (library: Library): readonly string[] =>
  programsOf(library).flatMap((file) => {
    const text = readFileSync(join(folderOf(library), file), 'utf8')
    return [...text.matchAll(/['"]\.\.\/(src\/[^'"]+\.ts)['"]/g)].map(([, source = '']) => source)
  })

/** Returns the packages that are installed next to this one, and are therefore not part of its files. */
const externalsOf = ({ dependencies, peerDependencies }: Manifest): string[] =>
  Object.keys({ ...dependencies, ...peerDependencies }).flatMap((name) => [name, `${name}/*`])

/**
 * Writes the JavaScript of each entry and of the code that entries share. Few files, because loading many would take
 * most of a cold start.
 */
const writeBundle = (library: Library, manifest: Manifest): void => {
  const { exports, devDependencies } = manifest
  buildSync({
    absWorkingDir: folderOf(library),
    entryPoints: [...Object.values(exports), ...programSources(library)],
    outbase: '.',
    outdir: join(OUT, library),
    bundle: true,
    splitting: devDependencies === undefined,
    chunkNames: 'src/chunks/[name]-[hash]',
    external: externalsOf(manifest),
    format: 'esm',
    platform: 'node',
    target: 'node20.9',
    sourcemap: 'linked',
    logLevel: 'error',
  })
}

const withoutExtension = (source: string): string => source.replace(/\.ts$/, '')

const packedManifest = (manifest: Manifest, root: Manifest) => {
  const {
    private: _private,
    exports,
    devDependencies: _bundled,
    ...rest
  } = manifest as Manifest & {
    readonly private?: boolean
  }
  const entries = Object.entries(exports).map(
    ([path, source]) =>
      [path, { types: `${withoutExtension(source)}.d.ts`, default: `${withoutExtension(source)}.js` }] as const,
  )
  return {
    ...rest,
    license: manifest.license ?? root.license,
    engines: { node: '>=20.9' },
    files: ['src', ...(manifest.bin ? ['bin'] : []), 'published'].filter(
      (name) => name !== 'published' || existsSync(join(OUT, manifest.name.replace(/^.*\//, ''), 'published')),
    ),
    exports: { ...Object.fromEntries(entries), './package.json': './package.json' },
  }
}

const copyPrograms = (library: Library): void => {
  for (const file of programsOf(library)) {
    const path = join(OUT, library, file)
    mkdirSync(join(path, '..'), { recursive: true })
    const text = readFileSync(join(folderOf(library), file), 'utf8')
    writeFileSync(path, text.replace(RELATIVE_SOURCE, '$1.js$2'))
  }
}

export interface PackedLibrary {
  readonly file: string
  readonly bytes: number
}

const pack = (library: Library, root: Manifest): PackedLibrary => {
  const source = folderOf(library)
  const folder = join(OUT, library)
  const sourceManifest = readJson(join(source, 'package.json'))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeBundle(library, sourceManifest)
  writeDeclarations(library)
  copyPrograms(library)
  cpSync(join(source, 'README.md'), join(folder, 'README.md'))
  const manifest = packedManifest(sourceManifest, root)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const output = execFileSync('npm', ['pack', '--json', '--pack-destination', OUT], { cwd: folder, encoding: 'utf8' })
  const [{ filename = '' } = {}] = JSON.parse(output) as { readonly filename?: string }[]
  const file = join(OUT, filename)
  return { file, bytes: statSync(file).size }
}

/**
 * Packs libraries as for publication: JavaScript, declarations and source maps under `dist/packages/<name>`, and a
 * tarball of each in `dist/packages`. Within the project the sources are used directly.
 */
export const packLibraries = (libraries: readonly Library[]): readonly PackedLibrary[] => {
  const root = readJson(join(ROOT, 'package.json'))
  mkdirSync(OUT, { recursive: true })
  return libraries.map((library) => pack(library, root))
}
