import type { Pattern } from '../pattern.ts'

export const httpApi: Pattern = {
  id: 'http-api',
  title: 'HTTP API',
  description: 'Computes an answer from a request and stores no data: calculations, validation, conversion, lookups.',
  terms: {
    names:
      'http api, rest endpoint, web api, http endpoint, stateless api, calculation api, json api, microservice api',
    typical:
      'endpoint, calculate, calculator, compute, convert, converter, validate, validation service, quote, price calculation, tax rate, distance between, geocode, lookup, look up, check digit, iban, returns json, respond with, stateless, evaluate, shipping cost, unit conversion, resize on request, render to, anser with, answer with, reply with, replies with, given a, each question stands alone, nothing is stored, stores nothing, returns the, works out, work out, tells whether, tell whether',
    hints:
      'answer, request, response, json, result, given, input, number, rate, formula, http, returns, post, parameters, eligibility, discount, currency, postcode, zip code, api, format, score, translate, estimate, exchange rate',
  },
  phrasings: [
    'Given a basket and a country, work out the VAT and say which rule applied',
    'Other teams send us a weight and two postcodes and we tell them what shipping costs',
    'Callers give a date range and get back the number of working days between them',
    'Tell me whether this bank account number is well formed',
    'Turn Markdown that somebody posts into HTML and hand it straight back',
    'We need something that prices a mortgage when a partner asks',
    'Work out the carbon footprint of a journey from its legs',
    'Take a loan amount and a term, reply with the monthly instalment',
    'Check a password against strength rules and answer with what is missing',
    'Convert between currencies at today’s rate on request',
    'Answer which delivery slots are possible for an address',
    'A small service that tells whether a coupon applies to a cart, without storing anything',
    'Score a credit application and explain the score in the reply',
    'Given two addresses return the distance and the travel time',
    'Detect the language of a text and reply with its code',
    'Compute the size of a solar installation from roof measurements',
    'Let apps ask which tax bracket a salary falls into',
    'Reply with the next three dates on which the bins are collected for a street',
    'An endpoint that compares two JSON documents and returns the difference',
    'Parse a name into its parts and send them back',
    'Say if a person is eligible for a rebate from six answers',
    'Something that estimates reading time and grade level of an article when asked',
  ],
}
