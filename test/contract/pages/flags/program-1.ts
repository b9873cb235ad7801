import { reallocate } from '@signet/flags'

const halves = reallocate(undefined, [{ key: 'a', weight: 1 }, { key: 'b', weight: 1 }])
const thirds = reallocate(halves, ['a', 'b', 'c'].map((key) => ({ key, weight: 1 })))
console.log(halves.join(' | '))
console.log(thirds.join(' | '))
