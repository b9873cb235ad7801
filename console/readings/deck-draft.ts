import type { RegisteredDeck } from '../api/runtime.ts'

const SAMPLE_DECK = {
  name: 'my-deck',
  version: '1.0.0',
  title: 'My deck',
  description: 'Lessons learned by my team.',
  license: 'CC-BY-4.0',
  asks: [{ name: 'has_oncall', question: 'Is someone on call for it?', type: 'yes/no' }],
  cards: [
    {
      id: 'no-page-at-night',
      title: 'No one is paged when it stops',
      element: 'process',
      severity: 'high',
      tells: ['night', 'alert', 'outage'],
      when: 'has_oncall = no',
      question: 'Who notices within ten minutes that it has stopped?',
      why: 'Without someone on call, an outage at night lasts until the morning, whatever the alarms say.',
      advice: [
        {
          do: 'Assign an on-call engineer and route the alarm to them',
          owner: 'team lead',
          done_when: 'a night drill was answered',
        },
      ],
      check: { test: 'Stop it in a drill; the engineer responds within ten minutes', level: 'review' },
      evidence: ['drill log'],
      not_when: 'An outage overnight harms no one',
      refs: [],
    },
  ],
  changes: [{ version: '1.0.0', text: 'Initial version' }],
}

const jsonOf = (deck: object): string => JSON.stringify(deck, undefined, 2)

export const sampleDeckText = (): string => jsonOf(SAMPLE_DECK)

export const nextVersion = (version: string): string => {
  const [major = '1', minor = '0', patch = '0'] = version.split('.')
  return [major, minor, Number(patch) + 1].join('.')
}

export const draftOf = (
  { sha256: _sha256, versions: _versions, ...deck }: RegisteredDeck,
  name = deck.name,
): string => {
  const version = name === deck.name ? nextVersion(deck.version) : '1.0.0'
  return jsonOf({ ...deck, version, changes: [{ version, text: 'Describe the change' }, ...deck.changes] })
}
