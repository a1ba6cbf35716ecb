import type { Command } from '../../src/cli/command.ts';
import { runOfflinePage } from '../../src/cli/run-offline-page.ts';

export const offlinePage: Command = {
  name: 'offline-page',
  summary: 'print the page for visitors while the club’s computer is off',
  help: `
Prints a web page with the club's name, phone and address. A rented server in front of the club's computer shows
it while that computer is off: copy it to /var/www/club-offline/index.html there, again after the name or the phone
has changed. The time limits below end a visitor's wait after a power cut.

In the Caddyfile of the server:
   reverse_proxy 127.0.0.1:3000 {
     flush_interval -1
     transport http {
       response_header_timeout 30s
     }
   }
   handle_errors {
     @down expression {http.error.status_code} in [502, 504]
     handle @down {
       root * /var/www/club-offline
       rewrite * /index.html
       header Retry-After 60
       file_server {
         status 503
       }
     }
   }

In its nginx.conf, beside "location /":
   proxy_read_timeout 30s;
   error_page 502 504 =503 /offline.html;
   location = /offline.html {
     internal;
     alias /var/www/club-offline/index.html;
     add_header Retry-After 60 always;
   }`,
  example: 'padel-club offline-page --data /var/lib/padel-club > index.html',
  run: runOfflinePage,
};
