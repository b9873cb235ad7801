import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Prints the licenses of all production dependencies and rejects licenses outside the list. `--plant` removes MIT from the
 * list, which must fail the run.
 */
const ALLOWED = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT'])

/** Packages allowed despite their license, with the reason. */
const ALLOWED_PACKAGES: readonly { readonly name: RegExp; readonly reason: string }[] = [
  {
    name: /^@img\/sharp-(?:libvips-|wasm32$|win32-)/,
    reason:
      'libvips, LGPL: linked dynamically, unchanged and replaceable, as a separate file in a separate Lambda layer',
  },
]

interface Locked {
  readonly dev?: boolean
  readonly link?: boolean
  readonly optional?: boolean
  readonly license?: string
  readonly version?: string
}

const [option] = process.argv.slice(2)
if (option === '--plant') ALLOWED.delete('MIT')
const root = join(import.meta.dirname, '../..')
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }

/** Returns the license in the package if it is installed, or else in the lockfile (binaries of other platforms). */
const licenseOf = (path: string, { license }: Locked): string => {
  const file = join(root, path, 'package.json')
  const installedLicense = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { license?: string }).license
    : undefined
  return installedLicense ?? license ?? 'none stated'
}

/** Evaluates an SPDX expression: one alternative suffices; every part of a conjunction is required. */
const isAllowed = (expression: string): boolean =>
  expression
    .replaceAll(/[()]/g, '')
    .split(/ or /i)
    .some((choice) => choice.split(' AND ').every((part) => ALLOWED.has(part.trim())))

const production = Object.entries(lock.packages)
  .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
  .map(([path, locked]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    return { name, version: locked.version ?? '', license: licenseOf(path, locked) }
  })

const counts = new Map<string, number>()
for (const { license } of production) counts.set(license, (counts.get(license) ?? 0) + 1)
const licenseCounts = [...counts].sort((a, b) => b[1] - a[1]).map(([license, count]) => `${count} × ${license}`)
console.log(`figures: licenses: ${licenseCounts.join('; ')}`)
const rejected = production.filter(
  ({ name, license }) => !isAllowed(license) && !ALLOWED_PACKAGES.some((each) => each.name.test(name)),
)
for (const { name, version, license } of rejected)
  console.error(
    `${name}@${version}: ${license} is not an allowed license; replace it, or allow it by name with a reason`,
  )
if (production.length === 0) throw new Error('The lockfile names no production dependency')
if (rejected.length > 0) process.exitCode = 1
