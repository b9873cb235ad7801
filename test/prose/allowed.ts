import type { TextKind } from './texts.ts'

/** A text that breaks a rule for a reason. */
export interface Allowed {
  /** A file, or a folder with its slash. */
  readonly path: string
  readonly kind: TextKind
  readonly rule: string
  /** A part of the text. */
  readonly text: string
  readonly reason: string
}

type Reason = readonly [path: string, rule: string, text: string, reason: string]

const SCRIPT = 'A script in the language of the runtime is code.'
const PHRASES = 'Words that programs look for in texts.'
const HELP = 'The help of a command is a table of names and descriptions.'
const STYLE = 'A style sheet is not prose.'

const TEXTS: readonly Reason[] = [
  ['bin/', 'long sentence', '--help', HELP],
  ['bin/', 'grammar', '--help', HELP],
  ['layers/evidence/src/command-line/', 'long sentence', '[options]', HELP],
  ['layers/receipts/replay/', 'long sentence', '[options]', HELP],
  ['layers/receipts/verify-receipt/', 'long sentence', '[options]', HELP],
  ['layers/receipts/verify-receipt/', 'grammar', '[options]', HELP],
  ['lib/local/aws/sqs/', 'long sentence', 'CREATE TABLE', 'The schema of a database is SQL.'],
  ['console/images/receiver-sample.ts', 'long sentence', 'receiver.mjs', 'A program that the page shows.'],
  ['lambdas/agent-gateway/prompts/prompts.ts', 'long sentence', 'numberedSteps', 'A prompt of numbered steps.'],
  ['lambdas/trust/page/page-style.ts', 'long sentence', 'box-sizing', STYLE],
  ['layers/ui/pages/style.ts', 'long sentence', 'box-sizing', STYLE],
  ['lambdas/trust/requests/terms-table.ts', 'long sentence', 'Purpose.', 'Terms of a contract name both sides.'],
  ['lambdas/sentiment/platforms/sample-source.ts', 'nobody', '{}', 'A sample of what people write.'],
  ['layers/evidence/src/detectors/', 'nobody', 'readers customers', PHRASES],
  ['layers/readings/src/classify/', 'nobody', '', PHRASES],
  ['layers/readings/src/classify/', 'tell', '', PHRASES],
  ['layers/readings/src/classify/', 'look at', '', PHRASES],
  ['layers/readings/src/classify/', 'ask for', '', PHRASES],
  [
    'layers/scaffolds/src/parts/governance/documents.ts',
    'long sentence',
    '---',
    'A template of a document with headings.',
  ],
  ['layers/scaffolds/src/intention/', 'tell', '(?:', PHRASES],
  ['layers/scaffolds/src/intention/', 'is there', '(?:', PHRASES],
  ['layers/readings/src/spreads/', 'long sentence', '', SCRIPT],
  ['layers/readings/src/spreads/', 'is none', '', SCRIPT],
  ['layers/readings/src/spreads/', 'tell', '', SCRIPT],
  ['layers/readings/src/consult/role-spread.ts', 'long sentence', 'spread', SCRIPT],
]

/** Texts that keep a wording that a rule of prose refuses. */
export const ALLOWED_TEXTS: readonly Allowed[] = TEXTS.map(([path, rule, text, reason]) => ({
  path,
  kind: 'text',
  rule,
  text,
  reason,
}))
