import { type Code, code } from '../../code.ts'
import type { Interface, SourceFile } from '../../design.ts'

const OPEN_ROUTE = /\{\s*method: '([A-Z]+)',\s*path: '([^']+)',\s*isOpen: true,/g

const outputOf = (method: string, path: string): Code => {
  if (method === 'OPTIONS') return code`204 for origins in ALLOWED_ORIGINS, otherwise 403`
  if (path === '/health') return code`200 {ok: true}; does not check dependencies`
  return code`200 with the issuer of tokens for this server (RFC 9728)`
}

const isDescribed = (described: readonly Interface[], method: string, path: string): boolean =>
  described.some((each) => each.method === method && each.path === path)

/** Returns the open routes of the handler that the pattern does not describe, so that the README lists every route. */
export const openInterfaces = (files: readonly SourceFile[], described: readonly Interface[]): Interface[] =>
  [...(files.find(({ path }) => path === 'src/handler.ts')?.content ?? '').matchAll(OPEN_ROUTE)].flatMap(
    ([, method = '', path = '']) =>
      isDescribed(described, method, path)
        ? []
        : [
            {
              kind: 'http' as const,
              method: method as Code,
              path: path as Code,
              input: code`None`,
              output: outputOf(method, path),
              auth: code`Any client`,
            },
          ],
  )
