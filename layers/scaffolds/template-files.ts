import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

const TEMPLATES_FOLDER = join(import.meta.dirname, 'templates')

/** Files that are not delivered: compiler configuration, placeholders and stand-in types. */
const isDelivered = (path: string): boolean => !/^(?:[^/]+$|stand-ins\/)/.test(path)

const filesBelow = (folder: string): readonly (readonly [path: string, text: string])[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [relative(folder, file).split(sep).join('/'), readFileSync(file, 'utf8')] as const)
    .filter(([path]) => isDelivered(path))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))

/**
 * The text of each template, by path below `templates/`. Node reads the folder. In bundles, `lib/scaffold-templates.ts`
 * replaces this module with the same data, so that functions and browsers read no files.
 */
export const TEMPLATE_FILES: Readonly<Record<string, string>> = Object.fromEntries(filesBelow(TEMPLATES_FOLDER))
