import type { RegisteredDeck } from '../api/runtime.ts'

const FIRST_DECK = {
  name: 'my-deck',
  version: '1.0.0',
  title: 'My deck',
  description: 'What my team has learned the hard way.',
  license: 'CC-BY-4.0',
  asks: [{ name: 'has_oncall', question: 'Is somebody on call for it?', type: 'yes/no' }],
  cards: [
    {
      id: 'nobody-wakes-up',
      title: 'Nobody wakes up when it stops',
      element: 'process',
      severity: 'high',
      tells: ['night', 'alert', 'outage'],
      when: 'has_oncall = no',
      question: 'Who notices within ten minutes that it has stopped?',
      why: 'Without somebody on call an outage at night lasts until the morning, whatever the alarms say.',
      advice: [
        {
          do: 'Name who is called, and let the alarm call them',
          owner: 'team lead',
          done_when: 'a drill at night was answered',
        },
      ],
      check: { test: 'Stop it in a drill; somebody answers within ten minutes', level: 'review' },
      evidence: ['the log of the drill'],
      not_when: 'Nobody is hurt if it stands still over night',
      refs: [],
    },
  ],
  changes: [{ version: '1.0.0', text: 'First version' }],
}

const jsonOf = (deck: object): string => JSON.stringify(deck, undefined, 2)

export const firstDraft = (): string => jsonOf(FIRST_DECK)

export const nextVersion = (version: string): string => {
  const [major = '1', minor = '0', patch = '0'] = version.split('.')
  return [major, minor, Number(patch) + 1].join('.')
}

export const draftOf = (
  { sha256: _sha256, versions: _versions, ...deck }: RegisteredDeck,
  name = deck.name,
): string => {
  const version = name === deck.name ? nextVersion(deck.version) : '1.0.0'
  return jsonOf({ ...deck, version, changes: [{ version, text: 'Say what has changed' }, ...deck.changes] })
}
