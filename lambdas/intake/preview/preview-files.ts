import type { PreviewFile } from '../contract/preview.ts'

/** Files of any scaffold, whatever it is for. */
const ALWAYS: readonly PreviewFile[] = [
  { path: 'README.md', role: 'doc' },
  { path: 'package.json', role: 'config' },
  { path: 'tsconfig.json', role: 'config' },
  { path: '.github/workflows/ci.yml', role: 'config' },
  { path: 'docs/threat-model.md', role: 'governance' },
  { path: 'docs/adr/0001-architecture.md', role: 'governance' },
  { path: 'docs/test-plan.md', role: 'governance' },
]

/** Where a project of a type begins; one of another type begins like a library. */
const ENTRIES: Readonly<Record<string, string>> = {
  api: 'src/server.ts',
  web: 'src/app.tsx',
  cli: 'src/cli.ts',
  worker: 'src/worker.ts',
}

/** What an intention speaks of, and the part that a scaffold then has. */
const PARTS: readonly (readonly [words: RegExp, part: string])[] = [
  [/\b(?:sign.?in|log.?in|auth\w*|oauth|passwords?|users?|accounts?)\b/i, 'auth'],
  [/\b(?:pay\w*|billing|invoices?|checkout|subscriptions?|stripe)\b/i, 'billing'],
  [/\b(?:databases?|store[sd]?|tables?|postgres\w*|sql\w*|records?)\b/i, 'store'],
  [/\b(?:queues?|jobs?|schedul\w*|cron|background)\b/i, 'jobs'],
  [/\b(?:e-?mails?|notif\w*|sms|webhooks?)\b/i, 'notifications'],
  [/\b(?:uploads?|files?|images?|documents?)\b/i, 'files'],
  [/\b(?:search\w*|index\w*|find)\b/i, 'search'],
  [/\b(?:charts?|reports?|metrics?|dashboards?|analytics)\b/i, 'reports'],
]

/**
 * The files that a scaffold would have, in the order of their paths. It follows from the words of the intention alone: no
 * model is asked, and nothing is drawn by chance.
 */
export const previewFiles = (intention: string, projectType: string): readonly PreviewFile[] => {
  const parts = PARTS.flatMap(([words, part]) => (words.test(intention) ? [part] : []))
  const entry = Object.hasOwn(ENTRIES, projectType) ? ENTRIES[projectType] : undefined
  const files: readonly PreviewFile[] = [
    ...ALWAYS,
    { path: entry ?? 'src/index.ts', role: 'scaffold' },
    { path: 'test/smoke.test.ts', role: 'test' },
    ...parts.flatMap((part): PreviewFile[] => [
      { path: `src/${part}/${part}.ts`, role: 'scaffold' },
      { path: `test/${part}.test.ts`, role: 'test' },
    ]),
  ]
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}
