import type { PreviewFile } from '../contract/preview.ts'

/** Files of every scaffold. */
const ALWAYS: readonly PreviewFile[] = [
  { path: 'README.md', role: 'doc' },
  { path: 'package.json', role: 'config' },
  { path: 'tsconfig.json', role: 'config' },
  { path: '.github/workflows/ci.yml', role: 'config' },
  { path: 'docs/threat-model.md', role: 'governance' },
  { path: 'docs/adr/0001-architecture.md', role: 'governance' },
  { path: 'docs/test-plan.md', role: 'governance' },
]

/** The entry file of a project type; an unknown type is treated as a library. */
const ENTRIES: Readonly<Record<string, string>> = {
  api: 'src/server.ts',
  web: 'src/app.tsx',
  cli: 'src/cli.ts',
  worker: 'src/worker.ts',
}

/** Words of an intention, and the part that they add to a scaffold. */
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
 * The files of a scaffold, in the order of their paths. They depend only on the words of the intention: there is no
 * model and no randomness.
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
