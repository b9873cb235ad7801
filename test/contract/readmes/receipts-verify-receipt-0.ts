import { verifyReceipt } from '@signet/verify-receipt'

const bytes = async (address: string) => new Uint8Array(await (await fetch(address)).arrayBuffer())
const published = await fetch('https://signet.example/.well-known/jwks.json')
const { valid, checks, kind } = await verifyReceipt(await bytes('receipt.zip'), { jwks: await published.json() })

export {}
