import type { Pattern } from '../pattern.ts'

export const eventFanout: Pattern = {
  id: 'event-fanout',
  title: 'Event fan-out',
  description: 'Takes one event and delivers it independently to many subscribers, channels, teams or systems.',
  terms: {
    names:
      'fan out, fanout, event fanout, event bus, pub sub, pubsub, publish subscribe, notification service, notification hub, event router, event broker, sns, eventbridge, broadcast, webhook sender, outgoing webhooks, outbound webhooks, event distribution',
    typical:
      'subscribers, subscriber, subscriptions, publish events, publishes events, notify all, notify everyone, notify teams, notify several, multiple channels, email and sms, email sms and push, slack and email, push notifications, many services, several services, several systems, downstream systems, downstream, interested parties, deliver to, route events, filter rules, alert channels, send to all, one event, every subscriber, customers webhooks, all get told, each separately, press once, everybody who, hear about it, all of them, others still get it, told at once, who signed up for, whoever subscribed, publish each, all subscribers, each on its own',
    hints:
      'event, events, channel, channels, notify, alert, many, several, each, all, preferences, topic, systems, services, listeners, push, sms, slack, email, consumers, independent, notifications, distribute, topics, subscribe, each team',
  },
  phrasings: [
    'When an order ships, the buyer, the warehouse screen, the accounts and the seller should all hear of it',
    'One message in, and each of forty branches gets it in its own way',
    'Teams register for what interests them and get it without asking the sender to change',
    'A price change must reach shop, app, partners and print, and one that is down must not hold up the others',
    'Tell people of a delay by mail, text or app, whichever they chose',
    'Whatever happens in billing should be told to any system that signed up for it',
    'Customers give us addresses and we post our events there, signed, each with its own retries',
    'A new employee should lead to an account, a badge, a laptop and a lunch, each done by others',
    'Spread alarms to phones, screens and the duty officer at once',
    'Announce a goal to everybody who follows the team',
    'The moment a document is approved five departments need to know, each with its own part of it',
    'Pass weather warnings on to all municipalities that asked for their region',
    'Publish what happens in the core once and let others hang on to it',
    'When a flight is changed tell passengers, hotel, transfer and lounge',
    'Send product news to those who want them, per topic, with a way out',
    'Copy each change of a customer to all programs that keep customers',
    'Let plug-ins of others hear what happens in our shop',
    'Warn everybody in a building, in every language, over every channel',
    'Send each recall notice to all dealers who sold the part',
    'Tell moderators, author and followers when a post was removed',
    'A single sale triggers loyalty points, an e-mail, a stock update and a commission, independent of each other',
    'Different departments want different slices of the same happenings',
  ],
}
