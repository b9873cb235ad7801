import { latinText, stampInThread } from '@signet/artifacts/pdf-stamp'
import { PAGES_MAX, PDF_MAX_BYTES } from '@signet/artifacts/pdf-stamp/limits'

const lines = ['Provided to Ada Lovelace, Acme', 'ada@acme.example · 2026-11-27 12:00 UTC']
const stamped = await stampInThread(new TextEncoder().encode('%PDF-1.7\n%%EOF'), lines)
console.log(stamped.isStamped ? stamped.pages : stamped.reason) // unreadable
console.log(latinText('张伟').text) // ZhangWei
console.log(PAGES_MAX, PDF_MAX_BYTES) // 2000 10485760

export {}
