import type { Pattern } from '../pattern.ts'

export const edgeProxy: Pattern = {
  id: 'edge-proxy',
  title: 'Edge proxy',
  description: 'Sits in front of origins and changes, routes, caches or refuses requests close to the caller.',
  terms: {
    names:
      'edge proxy, reverse proxy, proxy, edge function, edge worker, cdn worker, api proxy, caching proxy, edge cache, load balancer, rate limiter, redirect service, url shortener, short links, edge middleware',
    typical:
      'cdn, at the edge, caching, cache, redirect, redirects, rewrite, rewrites, rewrite headers, route requests, geo routing, by country, a b test, a b testing, split traffic, canary traffic, rate limit, rate limiting, throttle requests, block bots, bot protection, waf, backend servers, security headers, cors, cloudflare worker, geolocation, failover, vanity urls, hotlinking, image resizing at, forward requests, forwards, old shop, new shop, everything else to, headers rewritten, countries, refused at the door, cached copy, in front of our, sits in front, pass everything, path prefix',
    hints:
      'front of, in front of, latency, close to users, visitors, traffic, requests, host, domain, hide, strip, inject, legacy api, old urls, stale, purge, cookie, region, shield, pass through, edge, headers, routing, origin, origins, upstream, cache responses',
  },
  phrasings: [
    'Old addresses of the shop should lead to the new ones without touching either system',
    'Answer from a copy near the visitor and ask the slow server only when it is too old',
    'Send one visitor in ten to the new site and remember which one they saw',
    'Hide the key of the map vendor: browsers talk to us and we talk to them',
    'Nobody may ask more than sixty times a minute, wherever they are',
    'Visitors from Switzerland get the Swiss shop, all others the German one',
    'Put the missing safety headers on everything that an old system answers',
    'When the main site is down show the last good copy',
    'Keep scrapers away from a server that cannot defend itself',
    'Short addresses for campaigns that lead on to long ones and count visits',
    'Glue three old backends together under one address',
    'Serve each language from its own origin under one domain',
    'Strip what is private from answers before they leave the house',
    'Pictures should come in the size that the phone needs, without changing where they live',
    'Let maintenance pages appear for everybody but our own staff',
    'Requests of big customers go to their own cluster, by host name',
    'Fill in a banner into every page that passes through',
    'Let browsers call an API that does not allow it, safely',
    'Turn away requests that are too big before they cost anything',
    'Keep answers of the weather vendor for five minutes so that we pay once',
    'Pass everything on to one of two regions, whichever is healthy',
    'Only let passes with a valid ticket through to the download server',
  ],
}
