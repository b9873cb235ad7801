import { createOrderClient, isOrderError } from './generated/order/client.ts'
import { serve } from './service.ts'

const orders = createOrderClient({
  baseUrl: 'https://shop.test',
  // Only in this example: the service runs in the same process.
  fetch: (url, init) => serve(new Request(url, init)),
})

const { id } = await orders.create({ email: 'ada@example.com', total_cents: 4200 })
console.log((await orders.place({ id })).status)

try {
  await orders.place({ id })
} catch (error) {
  if (!isOrderError('place', error) || error.code !== 'invalid_transition') throw error
  console.log(error.status, error.body.state, error.body.allowed)
}

try {
  await orders.create({ email: 'ada', total_cents: 0 })
} catch (error) {
  if (!isOrderError('create', error) || error.code !== 'invalid_input') throw error
  for (const { field, message } of error.body.errors) console.log(field, message)
}
