import type { AskType } from '../script/syntax.ts'

export interface FactQuestion {
  readonly question: string
  readonly type: AskType
  readonly options?: readonly string[]
}

const oneOf = (question: string, options: string): FactQuestion => ({
  question,
  type: 'one of',
  options: options.split(' '),
})
const yesNo = (question: string): FactQuestion => ({ question, type: 'yes/no' })

/** Traits of a system. Scripts and cards can use them without declaring them. */
export const TRAITS: Readonly<Record<string, FactQuestion>> = {
  trigger: oneOf('What starts it?', 'http webhook queue schedule stream file cli connection manual'),
  route_shape: oneOf('Which shape do its routes have?', 'none single resource graphql proxy rpc'),
  verification: oneOf('How does it verify its callers?', 'none hmac jwt api-key oauth mtls'),
  dispatch: oneOf('How does it pass work on?', 'sync queue stream fanout steps'),
  store: oneOf('Where does it store its state?', 'none keyvalue relational object vector cache'),
  data_classes: {
    question: 'Which classes of data does it touch?',
    type: 'any of',
    options: 'none pii phi pci financial biometric credentials health'.split(' '),
  },
  exposure: oneOf('Who can reach it?', 'public partner internal'),
  multi_tenant: yesNo('Does it serve more than one tenant?'),
  has_ui: yesNo('Does it have a screen that people use?'),
  uses_model: yesNo('Does it call a language model or another learned model?'),
  vendor: { question: 'Which vendor does it depend on?', type: 'text' },
  latency: oneOf('How soon must it answer?', 'interactive seconds batch'),
  bindings: { question: 'Which resources is it bound to?', type: 'any of' },
  default_routes: { question: 'Which routes does it have?', type: 'text' },
}
