import { type Code, code, joined } from '../../code.ts'
import { type Context, type Design, onAws, onCloudflare, type SourceFile } from '../../design.ts'

/** Files whose functions decide by their arguments alone: faults that are thrown, and how prompts are fenced. */
const PURE = /^\.\.\/(?:queue\/queue|http\/problem|model\/model)\.ts$/

const REACHING =
  /\bDeps\b|\bfetch\(|\basync\b|\bawait\b|\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\brandom(?:UUID|Bytes)\b|\bprocess\./

const importsOf = (content: string): string[] =>
  [...content.matchAll(/^import (?!type )[^']*'([^']+)'$/gm)].map(([, from = '']) => from)

const isPure = ({ path, content }: SourceFile, files: readonly SourceFile[]): boolean =>
  !REACHING.test(content) &&
  importsOf(content).every((from) => {
    if (!from.startsWith('./')) return PURE.test(from)
    const beside = files.find((file) => file.path === path.replace(/[^/]*$/, from.slice(2)))
    return beside !== undefined && isPure(beside, files)
  })

/** Effects that a pattern cannot know: each throws until somebody writes it. */
const isUnwritten = ({ content }: SourceFile): boolean => /\bclass NotBuilt\b/.test(content)

const listed = (paths: readonly string[]): Code =>
  joined(
    paths.map((path) => code`\`${path as Code}\``),
    ', ',
  )

/** Which files of the entities decide by their arguments alone, which reach outside, and which wait to be written. */
export const rulesOf = (design: Design, context: Context): Code => {
  const folders = context.entities.map(({ $kebab }) => `src/${$kebab}/`)
  const files = design.files.filter(({ path }) => folders.some((folder) => path.startsWith(folder)))
  const unwritten = files.filter(isUnwritten)
  const pure = files.filter((file) => !isUnwritten(file) && isPure(file, design.files))
  const reaching = files.filter((file) => !unwritten.includes(file) && !pure.includes(file))
  const line = (begin: Code, those: readonly SourceFile[], end: Code): Code | undefined =>
    those.length === 0 ? undefined : code`- ${begin}: ${listed(those.map(({ path }) => path))}.${end}`
  return joined([
    line(code`Pure functions, without time, chance, network and storage`, pure, code` Keep them so.`),
    line(code`Functions that receive what they reach as arguments`, reaching, code``),
    line(code`Effects that are not implemented yet`, unwritten, code` Each throws until it is implemented.`),
  ])
}

export const checksOf = (context: Context): Code =>
  joined(
    [
      code`\`npm test\``,
      code`\`npm run typecheck\``,
      onAws(context) ? code`\`npm run synth\`` : undefined,
      onCloudflare(context) ? code`\`npm run check:cloudflare\`` : undefined,
    ],
    ', ',
  )
