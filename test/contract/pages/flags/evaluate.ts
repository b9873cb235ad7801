import { flags } from './flags.ts'

console.log(flags.isEnabled('search'))
const users = Array.from({ length: 10_000 }, (_, i) => ({ user: `user-${i}` }))
console.log(users.filter((user) => flags.isEnabled('checkout', user)).length / 100, 'percent')
console.log(flags.getVariant('banner', { user: 'ada' }), flags.getPayload('banner', { user: 'ada' })?.text)
console.log(flags.isEnabled('beta', { tenant: 'acme' }), flags.isEnabled('beta', { email: 'ada@example.org' }))
