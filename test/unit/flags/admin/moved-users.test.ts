import { expect, test } from 'vitest'
import { abbreviatedList } from '../../../../lambdas/flags/sets/abbreviated-list.ts'
import { movedUsers } from '../../../../lambdas/flags/sets/preview-change.ts'

/** Creates an evaluator that returns for user n the letter at position n. */
const evaluatorOfLetters = (letters: string) => ({
  evaluate: (_: string, { targetingKey }: { readonly targetingKey?: string }) => ({
    value: letters[Number(targetingKey)] ?? '',
  }),
})

test('moves between values are counted, the largest group first', () => {
  const contexts = [0, 1, 2, 3, 4].map((user) => ({ targetingKey: String(user) }))
  expect(movedUsers([evaluatorOfLetters('abbab'), evaluatorOfLetters('baaaa')], 'flag', contexts)).toEqual({
    indexes: [0, 1, 2, 4],
    moves: [
      { from: 'b', to: 'a', users: 3 },
      { from: 'a', to: 'b', users: 1 },
    ],
  })
})

test('an abbreviated list contains five keys and the number of the others', () => {
  expect(abbreviatedList(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c, d, e')
  expect(abbreviatedList(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe('a, b, c, d, e and 2 more')
})
