import caddyfile from '../deploy/Caddyfile' with { type: 'text' };
import nginxConf from '../deploy/nginx.conf' with { type: 'text' };
import service from '../deploy/padel-club.service' with { type: 'text' };
import tunnelService from '../deploy/padel-club-tunnel.service' with { type: 'text' };

const ONLINE = `Online: the site on a rented server, behind Caddy or nginx

The name YOUR-ADDRESS, such as club.example, must lead to the server, with ports 80 and 443 open. For a computer
in the club that the internet cannot reach: padel-club help tunnel

1. The site as a service of systemd, which only a proxy on this machine can reach

   sudo cp padel-club /usr/local/bin/
   padel-club help padel-club.service | sudo tee /etc/systemd/system/padel-club.service >/dev/null
   echo PUBLIC_URL=https://YOUR-ADDRESS | sudo tee -a /etc/padel-club.env
   sudo systemctl enable --now padel-club

2. One of the two proxies. Caddy gets its certificate by itself:

   sudo apt install caddy
   padel-club help Caddyfile | sed s/club.example/YOUR-ADDRESS/ | sudo tee /etc/caddy/Caddyfile >/dev/null
   sudo systemctl reload caddy

   nginx gets it from certbot:

   sudo apt install nginx python3-certbot-nginx
   sudo certbot certonly --nginx -d YOUR-ADDRESS
   padel-club help nginx.conf | sed s/club.example/YOUR-ADDRESS/ | sudo tee /etc/nginx/conf.d/padel-club.conf >/dev/null
   sudo nginx -t && sudo systemctl reload nginx

3. The set-up, on a phone: the link is in

   sudo padel-club setup-link --data /var/lib/padel-club

The service trusts the last address in the header X-Forwarded-For, which the proxy writes, so each visitor has limits
of their own. Make sure port 3000 can't be reached around the proxy: a client could forge its address there.
`;

const TUNNEL = `Tunnel: the site on a computer in the club, its address on a small rented server

The computer in the club keeps an ssh connection to the server, so no port has to be opened on the club's router. The
server has the name and the certificate, but no data.

1. On the computer in the club: step 1 of padel-club help online, then

   sudo apt install openssh-client
   sudo useradd --system padel-club-tunnel
   sudo ssh-keygen -q -t ed25519 -N '' -f /etc/padel-club-tunnel.key
   echo SERVER=tunnel@ADDRESS-OF-THE-SERVER | sudo tee /etc/padel-club-tunnel.env
   padel-club help padel-club-tunnel.service | sudo tee /etc/systemd/system/padel-club-tunnel.service >/dev/null
   sudo cat /etc/padel-club-tunnel.key.pub

2. On the server: a user that may do nothing but offer port 3000. PUBLIC-KEY is the line of the last command.

   sudo useradd --create-home --shell /usr/sbin/nologin tunnel
   sudo mkdir /home/tunnel/.ssh
   echo 'restrict,port-forwarding,permitopen="127.0.0.1:3000",permitlisten="127.0.0.1:3000" PUBLIC-KEY' |
     sudo tee /home/tunnel/.ssh/authorized_keys
   printf 'ClientAliveInterval 15\\nClientAliveCountMax 3\\n' | sudo tee /etc/ssh/sshd_config.d/padel-club.conf
   sudo systemctl reload ssh

   Then step 2 of padel-club help online. In the Caddyfile, the second of these blocks tells visitors what is
   wrong while the computer in the club is off, and the time limit in the first ends the wait after a power cut:

   reverse_proxy 127.0.0.1:3000 {
     flush_interval -1
     transport http {
       response_header_timeout 30s
     }
   }
   handle_errors {
     @down expression {http.error.status_code} in [502, 504]
     respond @down "We are offline. Please call us: YOUR-PHONE" 503
   }

3. On the computer in the club: sudo systemctl enable --now padel-club-tunnel, then step 3 of padel-club help online.

The proxy writes each visitor's address into the header; the tunnel passes it on and the service trusts it.
`;

/**
 * What `padel-club help TOPIC` prints in addition to the help of commands: a screen of text, or a file to install.
 */
export const TOPICS: Readonly<Record<string, string>> = {
  online: ONLINE,
  tunnel: TUNNEL,
  Caddyfile: caddyfile,
  'nginx.conf': nginxConf,
  'padel-club.service': service,
  'padel-club-tunnel.service': tunnelService,
};
