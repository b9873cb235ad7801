import type { Pattern } from '../pattern.ts'

export const webhookReceiver: Pattern = {
  id: 'webhook-receiver',
  title: 'Webhook receiver',
  description: 'Receives events that another company posts, verifies their sender, and processes each once.',
  terms: {
    names:
      'webhook, webhooks, webhook receiver, webhook handler, webhook endpoint, callback endpoint, callback url, inbound event endpoint',
    typical:
      'callback, stripe events, github events, shopify orders, twilio, slack events, paypal notifications, ipn, payment notification, payment notifications, hmac signature, verify signature, signed payload, vendor calls us, calls us back, push notification from, third party posts, provider posts, delivery status from, deduplicate deliveries, stripe, github, shopify, docusign, sendgrid, mailgun, hubspot, gitlab, zapier, adyen, typeform, calendly, lets us know, let us know, pings us, ping us, posts to us, post to us, sends us a request, notifies our, tells our system, refuse fakes, forged',
    hints:
      'vendor, provider, third party, notifies us, tells us, notifies, posts, inbound, receive, received, paid, refund, merchant, secret, idempotent, event, events, sender, partner calls, once, retries, dispute, signed, signature, callbacks, replay',
  },
  phrasings: [
    'When the payment company says an invoice was paid, mark the order',
    'Our courier tells us each time a parcel changes hands, and we must not act twice',
    'The e-signature provider calls us when a contract was signed; unlock the next step',
    'Be told by the code host whenever somebody pushes, and start a build',
    'The mail service reports bounces to us; stop writing to these people',
    'A partner pushes new bookings to an address of ours and we have to be sure it is them',
    'Take what the telephony provider posts after every call and log the duration',
    'The form tool sends each submission to us as it comes',
    'React when the shop system reports a cancelled order, checking that it really came from there',
    'The identity vendor informs us when a check of a passport is finished',
    'Chargebacks are announced to us by the card processor; open a case for each',
    'The scheduling tool lets us know about cancelled appointments',
    'Accept status reports from the printing house and refuse forged ones',
    'Whenever the accounting program changes an invoice it pings a URL of ours',
    'We get pinged by the CRM when a deal is won and should congratulate the seller',
    'The payment provider retries until we say OK; make sure a refund is booked only once',
    'Listen to what the chat platform sends when somebody mentions our bot',
    'Handle notices from the app store about subscriptions that renewed or lapsed',
    'An outside sensor cloud posts alarms to us with a signature in the header',
    'Take the delivery receipts of the SMS gateway and keep the last state per message',
    'The bank notifies a URL for each incoming transfer and we match it to a bill',
    'Receive push messages from the video platform when an upload has been processed',
  ],
}
