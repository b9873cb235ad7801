import { day, type ExpectedPage, type Reply, rowsOf } from './drawn-replies.ts'
import type { Seeded } from './seed.ts'

/** Number of threats in a flow's threat model. */
const threatsOf = ({ scaffold }: Reply): number =>
  JSON.parse(scaffold.files.find(({ path }: Reply) => path === 'docs/threat-model.json').content).threats.length

/** Expected content of flows and consultations. */
export const expectedAdvice = ({ flow, consultation }: Seeded): readonly ExpectedPage[] => [
  {
    page: '/flows',
    reply: /\/api\/flows\?/,
    texts: ({ flows }) => flows.map(({ intention }: Reply) => intention),
    rows: rowsOf('Flows', ({ flows }) => flows.length),
  },
  {
    page: `/flows/${flow}`,
    reply: /\/api\/flows\/[^/]+$/,
    texts: ({ intention, next_steps, seed }) => [
      intention,
      ...next_steps.map((step: string) => step.replaceAll('`', '')),
      String(seed),
    ],
  },
  {
    page: `/flows/${flow}?view=threats`,
    reply: /\/api\/flows\/[^/]+$/,
    texts: ({ intention }) => [intention],
    rows: rowsOf('Threats', threatsOf),
  },
  {
    page: `/flows/${flow}?view=oracle`,
    reply: /\/api\/flows\/[^/]+\/oracle$/,
    texts: ({ summary, files, receipt, kept_until }) => [
      ...[summary, day(kept_until), receipt.hash.slice(0, 12)],
      ...files.map(({ path }: Reply) => path),
    ],
    rows: { selector: 'main .diff', count: ({ files }) => files.length },
  },
  {
    page: `/consultations/${consultation}`,
    reply: /\/_api\/runtime\/advisory\//,
    texts: ({ advisory: { role_title, analysis, guidance } }) => [
      ...[role_title, analysis.summary, guidance.decision],
      ...analysis.findings.flatMap(({ id, title, statement }: Reply) => [`${id} ${title}`, statement]),
      ...analysis.open_questions.map(({ question }: Reply) => question),
      ...analysis.options.map(({ id, title }: Reply) => `${id} ${title}`),
    ],
    rows: rowsOf('Next steps', ({ advisory }) => advisory.guidance.next_steps.length),
  },
  {
    page: '/consultations/memory?role=cto',
    reply: /\/api\/agents\/cto\/memory$/,
    texts: ({ recentMemories, entropy }) => [
      ...recentMemories.map(({ intention }: Reply) => intention),
      ...Object.values(entropy.elementCounts).map(String),
      String(entropy.totalCards),
    ],
    rows: rowsOf('Recent consultations', ({ recentMemories }) => recentMemories.length),
  },
]
