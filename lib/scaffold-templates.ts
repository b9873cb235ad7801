import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'esbuild'

const TEMPLATE_MODULE = /layers[\\/]scaffolds[\\/]template-files\.ts$/

export const isTemplateModule = (path: string): boolean => TEMPLATE_MODULE.test(path)

export const templateInputs = (path: string): string[] =>
  readdirSync(join(dirname(path), 'templates'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** Loads the module as Node does. The time in the URL bypasses Node's cache of earlier imports. */
const templateFiles = async (path: string): Promise<Readonly<Record<string, string>>> => {
  const { TEMPLATE_FILES } = await import(`${pathToFileURL(path)}?${performance.now()}`)
  return TEMPLATE_FILES as Readonly<Record<string, string>>
}

/** Puts the templates of scaffolds into a bundle as data, so that functions and browsers read no files. */
export const scaffoldTemplates: Plugin = {
  name: 'scaffold-templates',
  setup({ onLoad }) {
    onLoad({ filter: TEMPLATE_MODULE }, async ({ path }) => ({
      contents: `export const TEMPLATE_FILES = ${JSON.stringify(await templateFiles(path))}`,
      loader: 'ts',
      watchFiles: templateInputs(path),
    }))
  },
}
