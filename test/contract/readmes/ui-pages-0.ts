import { consoleAddress, escapeHtml, plainDocument, plainHeaders } from '@signet/ui/pages'

const page = plainDocument({ title: 'Hives', main: `<p>${escapeHtml('Bees & <honey>')}</p>` })
console.log(page.length, plainHeaders({}))
console.log(consoleAddress({ EDGE: 'on', PLATFORM_PUBLIC_URL: 'https://signet.example' }, '/images'))

export {}
