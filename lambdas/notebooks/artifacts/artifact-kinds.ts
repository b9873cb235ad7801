import type { ArtifactKind } from '../contract/artifacts.ts'

export type SectionMethod =
  | 'statements'
  | 'open_questions'
  | 'answered_questions'
  | 'terms'
  | 'names'
  | 'dated'
  | 'contradictions'

export interface SectionDefinition {
  readonly key: string
  readonly heading: string
  readonly finds: SectionMethod
  /** Search terms; empty for the subject of the notebook. */
  readonly cues: string
  readonly mustMatch?: RegExp
}

const saying = (...words: readonly string[]): RegExp => new RegExp(`\\b(?:${words.join('|')})\\b`, 'i')

const DECISIONS = saying(
  'decid\\w+',
  'agreed',
  'we will',
  'chose\\w*',
  'settled on',
  'going with',
  "let's go with",
  'final\\w*',
)
const GOALS = saying(
  'goals?',
  'aims?',
  'want(?:s|ed)? to',
  'objectives?',
  'so that',
  'in order to',
  'target\\w*',
  'must achieve',
)
const STEPS = saying(
  'first',
  'then',
  'next',
  'step',
  'after that',
  'finally',
  'start by',
  'begin',
  'implement',
  'create',
  'add',
  'build',
  'deploy',
  'migrate',
  'test',
)
const RISKS = saying(
  'risks?',
  'risky',
  'concern\\w*',
  'might fail',
  'could fail',
  'danger\\w*',
  'careful',
  'problem\\w*',
  'worr\\w+',
  'break\\w*',
  'drawback\\w*',
  'however',
)
const NEEDS = saying(
  'depends? on',
  'dependenc\\w+',
  'requires?',
  'needs?',
  'relies on',
  'rely on',
  'based on',
  'waiting for',
  'blocked by',
  'prerequisite\\w*',
)
const RULES = saying(
  'must',
  'always',
  'never',
  'cannot',
  'only',
  'every',
  'no one',
  'nobody',
  'forbidden',
  'law',
  'rule\\w*',
)
const PLACES = saying(
  'in',
  'at',
  'near',
  'from',
  'to',
  'city',
  'town',
  'village',
  'island',
  'mountain\\w*',
  'river',
  'forest',
  'castle',
  'harbou?r',
  'lake',
  'sea',
  'valley',
  'street',
  'region',
  'country',
  'north',
  'south',
  'east',
  'west',
)

/** Sections by kind (spec supporting-services 2.2; archive reference, 9). */
export const SECTIONS: Readonly<Record<ArtifactKind, readonly SectionDefinition[]>> = {
  briefing_doc: [
    { key: 'summary', heading: 'Summary', finds: 'statements', cues: '' },
    { key: 'key_points', heading: 'Key points', finds: 'statements', cues: 'important main key point result because' },
    {
      key: 'decisions',
      heading: 'Decisions',
      finds: 'statements',
      cues: 'decided decision agreed chose settled',
      mustMatch: DECISIONS,
    },
    {
      key: 'open_questions',
      heading: 'Open questions',
      finds: 'open_questions',
      cues: 'question unclear unknown open decide',
    },
  ],
  faq_glossary: [
    {
      key: 'questions',
      heading: 'Questions and answers',
      finds: 'answered_questions',
      cues: 'what how why question explain',
    },
    { key: 'terms', heading: 'Terms', finds: 'terms', cues: 'means called defined definition term refers' },
  ],
  implementation_plan: [
    { key: 'goals', heading: 'Goals', finds: 'statements', cues: 'goal aim want objective target', mustMatch: GOALS },
    {
      key: 'steps',
      heading: 'Steps',
      finds: 'statements',
      cues: 'first then next step implement create build deploy',
      mustMatch: STEPS,
    },
    {
      key: 'risks',
      heading: 'Risks',
      finds: 'statements',
      cues: 'risk concern problem fail careful',
      mustMatch: RISKS,
    },
    {
      key: 'dependencies',
      heading: 'Dependencies',
      finds: 'statements',
      cues: 'depends requires needs relies prerequisite',
      mustMatch: NEEDS,
    },
  ],
  world_bible: [
    { key: 'entities', heading: 'Entities', finds: 'names', cues: '' },
    {
      key: 'places',
      heading: 'Places',
      finds: 'names',
      cues: 'city town island river mountain place lives north',
      mustMatch: PLACES,
    },
    {
      key: 'rules',
      heading: 'Rules',
      finds: 'statements',
      cues: 'must always never rule law cannot',
      mustMatch: RULES,
    },
    { key: 'timeline', heading: 'Timeline', finds: 'dated', cues: 'year date before after began ended' },
    { key: 'contradictions', heading: 'Contradictions', finds: 'contradictions', cues: '' },
  ],
}

export const KIND_NAMES: Readonly<Record<ArtifactKind, string>> = {
  briefing_doc: 'Briefing',
  faq_glossary: 'Questions and terms',
  implementation_plan: 'Plan',
  world_bible: 'World',
}
