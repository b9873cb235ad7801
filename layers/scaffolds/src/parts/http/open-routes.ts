import { type Code, code } from '../../code.ts'
import type { Interface, SourceFile } from '../../design.ts'

const OPEN = /\{\s*method: '([A-Z]+)',\s*path: '([^']+)',\s*isOpen: true,/g

const outputOf = (method: string, path: string): Code => {
  if (method === 'OPTIONS') return code`204 for pages of ALLOWED_ORIGINS, else 403`
  if (path === '/health') return code`200 {ok: true}: the service runs; nothing behind it is asked`
  return code`200 the issuer of tokens for this server (RFC 9728)`
}

const isDescribed = (described: readonly Interface[], method: string, path: string): boolean =>
  described.some((each) => each.method === method && each.path === path)

/** Routes that anybody may call and no pattern describes, read off the handler: README has every address. */
export const openInterfaces = (files: readonly SourceFile[], described: readonly Interface[]): Interface[] =>
  [...(files.find(({ path }) => path === 'src/handler.ts')?.content ?? '').matchAll(OPEN)].flatMap(
    ([, method = '', path = '']) =>
      isDescribed(described, method, path)
        ? []
        : [
            {
              kind: 'http' as const,
              method: method as Code,
              path: path as Code,
              input: code`Nothing`,
              output: outputOf(method, path),
              auth: code`Everybody`,
            },
          ],
  )
