import { expect, test } from 'vitest'
import { listed } from '../../../../lambdas/flags/sets/listed.ts'
import { movedUsers } from '../../../../lambdas/flags/sets/preview-change.ts'

/** Creates an evaluator whose answer for a user is the letter at the user's position. */
const answering = (letters: string) => ({
  evaluate: (_: string, { targetingKey }: { readonly targetingKey?: string }) => ({
    value: letters[Number(targetingKey)] ?? '',
  }),
})

test('moves between values are counted, the largest group first', () => {
  const contexts = [0, 1, 2, 3, 4].map((user) => ({ targetingKey: String(user) }))
  expect(movedUsers([answering('abbab'), answering('baaaa')], 'flag', contexts)).toEqual({
    who: [0, 1, 2, 4],
    moves: [
      { from: 'b', to: 'a', users: 3 },
      { from: 'a', to: 'b', users: 1 },
    ],
  })
})

test('a message lists five keys and the number of the others', () => {
  expect(listed(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c, d, e')
  expect(listed(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe('a, b, c, d, e and 2 more')
})
