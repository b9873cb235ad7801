import { PATTERNS } from '@signet/readings/classify'
import { PATTERN_IDS, scaffold, TARGETS } from '@signet/scaffolds'

const rowOf = (pattern: (typeof PATTERN_IDS)[number]): string => {
  const { title = '', description = '' } = PATTERNS.find(({ id }) => id === pattern) ?? {}
  const projects = TARGETS.map((target) =>
    scaffold({ intention: description, entities: ['item'], pattern, target, seed: 1, cards: [] }),
  )
  const [first] = projects
  const { trigger, verification, dispatch, store } = first?.traits ?? {}
  const counts = projects.map(({ files }) => files.length).join(', ')
  return `| \`${pattern}\` | ${title} | ${trigger} | ${verification} | ${dispatch} | ${store} | ${counts} |`
}

/** Returns the page docs/runtime/patterns.md: the patterns of scaffolds. */
export const patternsPage = (): string => `# Patterns of scaffolds

Generated from \`layers/scaffolds\` and \`layers/readings\`; do not edit. After a change of these packages, run \`npm run pages\`.

An intention is classified as one of ${PATTERN_IDS.length} patterns by its words (\`runtime classify "…"\`); \`--pattern\` selects another. The traits are the defaults of the pattern: words such as "hourly", "OAuth" or "Postgres" change them.

Each project contains source that Node 24 runs without a build, tests without dependencies, infrastructure, a threat model and a decision record. It also contains a test plan with traces, CI, and the answers that generated it.

| Pattern | Title | Trigger | Verification | Dispatch | Store | Files: ${TARGETS.join(', ')} |
|---|---|---|---|---|---|---|
${PATTERN_IDS.map(rowOf).join('\n')}

Target \`aws\` is a CDK stack, and \`cloudflare\` a \`wrangler.jsonc\`; both share \`src/\`. Threats and decisions drawn for an intention add tests and documents. \`.ci/run\` builds every pattern for both clouds: types, tests, \`cdk synth\` with cdk-nag, \`wrangler deploy --dry-run\`.

You own the scaffold. In a folder with a scaffold, \`runtime scaffold --output DIR\` merges the newest version into your changes: a three-way merge by \`.scaffold/answers.json\`. It never overwrites edits, and writes conflicts inline with their base.
`
