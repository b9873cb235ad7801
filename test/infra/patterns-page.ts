import { PATTERNS } from '@signet/readings/classify'
import { PATTERN_IDS, scaffold, TARGETS } from '@signet/scaffolds'

const rowOf = (pattern: (typeof PATTERN_IDS)[number]): string => {
  const { title = '', description = '' } = PATTERNS.find(({ id }) => id === pattern) ?? {}
  const made = TARGETS.map((target) =>
    scaffold({ intention: description, entities: ['item'], pattern, target, seed: 1, cards: [] }),
  )
  const [first] = made
  const { trigger, verification, dispatch, store } = first?.traits ?? {}
  const counts = made.map(({ files }) => files.length).join(', ')
  return `| \`${pattern}\` | ${title} | ${trigger} | ${verification} | ${dispatch} | ${store} | ${counts} |`
}

/** The page docs/runtime/patterns.md: what a scaffold can be. */
export const patternsPage = (): string => `# Patterns of scaffolds

Generated from \`layers/scaffolds\` and \`layers/readings\`; do not edit. After a change there: \`npm run pages\`.

An intention is classified as one of ${PATTERN_IDS.length} patterns by the words that speak for it (\`runtime classify "…"\`); \`--pattern\` says another. The traits here are those of a pattern about which the intention says nothing else: words such as "hourly", "OAuth" or "Postgres" change them. Each project has source that Node 24 runs as it is, tests without install, infrastructure, a threat model, a decision record, a test plan with traces, CI, and the answers that it was made from.

| Pattern | What it is | Trigger | Verification | Dispatch | Store | Files: ${TARGETS.join(', ')} |
|---|---|---|---|---|---|---|
${PATTERN_IDS.map(rowOf).join('\n')}

Targets: \`aws\` is a CDK stack, \`cloudflare\` a \`wrangler.jsonc\`; both share \`src/\`. Threats and decisions that are drawn for an intention add to the tests and documents. \`.ci/run\` builds every pattern for both clouds: types, tests, \`cdk synth\` with cdk-nag, \`wrangler deploy --dry-run\`.

A scaffold is yours. \`runtime scaffold --output DIR\` in a folder that holds one merges what is new into what you made of it (three ways, by \`.scaffold/answers.json\`), never overwrites what was edited, and writes conflicts inline with their base.
`
