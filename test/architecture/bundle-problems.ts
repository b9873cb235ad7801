import { isBuiltin } from 'node:module'
import { BUNDLE_BUDGETS, EVENT_STREAMS, FORBIDDEN_INPUTS, GUARDED_FETCH, KEY_PREFIXES } from './bundle-budgets.ts'

export interface Bundle {
  readonly name: string
  readonly text: string
  readonly bytes: number
  /** Bytes of each source file in the bundle. */
  readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>>
  readonly imports: readonly { readonly path: string; readonly external?: boolean }[]
}

/** The two names under which sharp is resolved in its layer: see lib/layered-modules.ts. */
const SHARP_MODULES = ['sharp', '/opt/nodejs/node_modules/sharp']

/** Lists every violation of a bundle's budget, with the fix. Code with top-level await is not bundled. */
export const problemsOfBundle = ({ name, text, bytes, inputs, imports }: Bundle): string[] => {
  const budget = BUNDLE_BUDGETS[name]
  if (!budget)
    return [`${name}: no access names it; add it to the access.ts of its domain, and that file to lib/services.ts`]
  const { maxKb, keyPrefixes, usesSharp, fetchesForCallers, readsEventStreams } = budget
  const includedFiles = Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0)
  const guardedFetch: typeof FORBIDDEN_INPUTS = [
    [GUARDED_FETCH, "only bundles with fetchesForCallers in bundle-budgets.ts may fetch a caller's URL"],
  ]
  const forbidden = [
    ...FORBIDDEN_INPUTS,
    ...(fetchesForCallers ? [] : guardedFetch),
    ...(readsEventStreams ? [] : [EVENT_STREAMS]),
  ]
  const leaks = forbidden.flatMap(([pattern, advice]) => {
    const forbiddenFile = includedFiles.find(([file]) => pattern.test(file))
    return forbiddenFile ? [`${name}: contains ${forbiddenFile[0]}; ${advice}`] : []
  })
  const foreignKeys = KEY_PREFIXES.filter((prefix) => !keyPrefixes.includes(prefix))
    .filter((prefix) => new RegExp(`["'\`]${prefix}`).test(text))
    .map(
      (prefix) =>
        `${name}: names keys that begin with ${prefix}, but has no right to them; add the rows to its access.ts, or do not import the module that builds them`,
    )
  const httpImports = imports.filter(({ path }) => /^(?:node:)?http$/.test(path))
  const external = imports.filter(({ path }) => !isBuiltin(path)).map(({ path }) => path)
  const unexpected = external.filter((path) => !usesSharp || !SHARP_MODULES.includes(path))
  return [
    ...(bytes > maxKb * 1000
      ? [
          `${name}: ${Math.ceil(bytes / 1000)} KB; the budget is ${maxKb} KB; import less, load it with import(), or raise maxKb in bundle-budgets.ts`,
        ]
      : []),
    ...leaks,
    ...foreignKeys,
    ...httpImports.map(({ path }) => `${name}: imports ${path}, which loads undici; lib/lean-http.ts must exclude it`),
    ...unexpected.map(
      (path) =>
        `${name}: imports ${path}, which is not deployed; bundle it, or add it to a layer (lib/layered-modules.ts)`,
    ),
  ]
}
