/** A conversation that every vendor's export contains. */
export interface Talk {
  readonly id: string
  readonly title: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly turns: readonly { readonly asked: string; readonly answered: string }[]
}

/** Two conversations whose words occur nowhere else. */
export const TALKS: readonly Talk[] = [
  {
    id: '0b9c1a52-7f0e-4c1d-9a55-000000000001',
    title: 'Winter bees',
    at: Date.parse('2026-03-01T09:30:00Z'),
    turns: [
      { asked: 'How do I keep the quillwort dry?', answered: 'Raise the marlinspike above the floor.' },
      { asked: 'And the smoker?', answered: 'Burn dry thistledown in it.' },
    ],
  },
  {
    id: '0b9c1a52-7f0e-4c1d-9a55-000000000002',
    title: 'Old clocks',
    at: Date.parse('2026-04-02T18:00:00Z'),
    turns: [{ asked: 'Why does the escapement stick?', answered: 'Its pallets want bergamot oil.' }],
  },
]

/** The id that vendors give to the root of a conversation. */
export const ROOT_ID = '00000000-0000-0000-0000-000000000000'

/** A message of a talk. */
export interface Line {
  readonly id: string
  readonly parent: string | null
  readonly isUser: boolean
  readonly text: string
  readonly at: number
}

/** Returns the messages of a talk, a minute apart. */
export const linesOf = ({ id, at, turns }: Talk): readonly Line[] => {
  const texts = turns.flatMap(({ asked, answered }) => [asked, answered])
  return texts.map((text, n) => ({
    id: `${id.slice(-1)}-m${n}`,
    parent: n === 0 ? null : `${id.slice(-1)}-m${n - 1}`,
    isUser: n % 2 === 0,
    text,
    at: at + n * 60_000,
  }))
}
