import caddyfile from '../deploy/Caddyfile' with { type: 'text' };
import nginxConf from '../deploy/nginx.conf' with { type: 'text' };
import service from '../deploy/padel-club.service' with { type: 'text' };
import tunnelService from '../deploy/padel-club-tunnel.service' with { type: 'text' };

const ONLINE = `Online: the site on a rented server, behind Caddy or nginx

The name YOUR-ADDRESS, such as club.example, must lead to the server, with ports 80 and 443 open. For a computer
in the club that the internet cannot reach: padel-club help tunnel, or help wireguard, or help hosted

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

   Then step 2 of padel-club help online. What visitors see while the computer in the club is off, and how long
   they wait after a power cut, says: padel-club offline-page --help

3. On the computer in the club: sudo systemctl enable --now padel-club-tunnel, then step 3 of padel-club help online.

The proxy writes each visitor's address into the header; the tunnel passes it on and the service trusts it.
`;

const WIREGUARD = `WireGuard: the same as padel-club help tunnel, with a private network instead of ssh

1. A key on each machine: sudo apt install wireguard && wg genkey | sudo tee /etc/wireguard/key | wg pubkey

2. /etc/wireguard/wg0.conf on the computer in the club. The keepalive holds the router's way back open:

   [Interface]
   Address = 10.77.0.2/24
   PrivateKey = (the key of this machine)
   [Peer]
   PublicKey = (the printed key of the server)
   Endpoint = ADDRESS-OF-THE-SERVER:51820
   AllowedIPs = 10.77.0.1/32
   PersistentKeepalive = 25

3. The same file on the server, whose port 51820 is open for UDP:

   [Interface]
   Address = 10.77.0.1/24
   ListenPort = 51820
   PrivateKey = (the key of this machine)
   [Peer]
   PublicKey = (the printed key of the computer in the club)
   AllowedIPs = 10.77.0.2/32

   On both: sudo chmod 600 /etc/wireguard/* && sudo systemctl enable --now wg-quick@wg0

4. On the computer in the club: step 1 of padel-club help online. The site listens in the private network alone, and
   starts when that is up:

   echo HOST=10.77.0.2 | sudo tee -a /etc/padel-club.env
   sudo mkdir -p /etc/systemd/system/padel-club.service.d
   printf '[Unit]\\nAfter=wg-quick@wg0.service\\nRequires=wg-quick@wg0.service\\n' |
     sudo tee /etc/systemd/system/padel-club.service.d/wireguard.conf >/dev/null

5. On the server: step 2 of padel-club help online, with 10.77.0.2:3000 in place of 127.0.0.1:3000, and the page
   that padel-club offline-page --help describes.

Only the server is in the private network, so the service trusts the visitor's address that its proxy writes.
`;

const HOSTED = `Hosted: the site on a computer in the club, behind a company's tunnel, without a server of your own

The company holds the name and the certificate and sees what passes. Either of the two keeps a connection from the
club outwards, so no port of the router is opened. First step 1 of padel-club help online; the service then listens
on 127.0.0.1:3000 and trusts the header that the tunnel's program on this machine writes.

Cloudflare Tunnel, for a name whose DNS is at Cloudflare (cloudflared from their package):

   cloudflared tunnel login
   cloudflared tunnel create club
   cloudflared tunnel route dns club YOUR-ADDRESS
   printf '%s\\n' 'tunnel: club' 'ingress:' '  - hostname: YOUR-ADDRESS' \\
     '    service: http://127.0.0.1:3000' '  - service: http_status:404' |
     sudo tee /etc/cloudflared/config.yml
   sudo cloudflared service install

   Leave the host header as it is, and put no cache rule on /api. Cloudflare writes the visitor's address as the last
   of X-Forwarded-For, whatever the visitor sent.

Tailscale Funnel, with a name of theirs such as club.YOUR-NET.ts.net:

   sudo tailscale up
   sudo tailscale funnel --bg 3000

   It writes X-Forwarded-For and X-Forwarded-Proto too.

Then PUBLIC_URL is that name with https, and step 3 of padel-club help online sets the club up. While the club's
computer is off, visitors see the company's own page; a server of your own shows yours: padel-club help tunnel.
`;

const WINDOWS = `Windows: the site on a PC in the club

In the Start menu, right-click Terminal or Command Prompt and choose "Run as administrator".

1. In the folder of the downloaded program, with the name it has there:

   .\\padel-club.exe install

   It prints the set-up link, which a phone in the same network opens too, if Windows calls that network private
   (Settings, Network & internet). From then on the site starts with the computer, and within a minute if it ended.

2. A PC that stays on: powercfg /change standby-timeout-ac 0
   After a power cut it must start by itself: in its BIOS, "Restore on AC power loss" is "Power on".

3. Copies on a second disk, such as E: (a bucket needs no step here):

   mkdir E:\\PadelClub
   icacls E:\\PadelClub /grant "*S-1-5-19:(OI)(CI)M"

   The folder goes into the dashboard: Settings, Where copies go. S-1-5-19 is LOCAL SERVICE, the site's account.

4. The address on the internet: padel-club help hosted. In place of its first step, write into
   C:\\ProgramData\\PadelClub\\padel-club.env, and stop and start the site:

   PUBLIC_URL=https://YOUR-ADDRESS
   HOST=127.0.0.1
   TRUST_PROXY=true

Every day, in   cd "C:\\Program Files\\PadelClub"

   .\\padel-club doctor            says what else to do
   .\\padel-club backup            prints the path of its file
   .\\padel-club update FILE       installs a newer padel-club.exe, and goes back if it fails
   .\\padel-club uninstall         keeps the club in C:\\ProgramData\\PadelClub\\data

Stop, such as for a restore: schtasks /Change /TN PadelClub /DISABLE, then schtasks /End /TN PadelClub
Start:                       schtasks /Change /TN PadelClub /ENABLE, then schtasks /Run /TN PadelClub
The log is in C:\\ProgramData\\PadelClub\\log: padel-club.log, and four older ones of 5 MB.
`;

/**
 * What `padel-club help TOPIC` prints in addition to the help of commands: a screen of text, or a file to install.
 */
export const TOPICS: Readonly<Record<string, string>> = {
  online: ONLINE,
  tunnel: TUNNEL,
  wireguard: WIREGUARD,
  hosted: HOSTED,
  windows: WINDOWS,
  Caddyfile: caddyfile,
  'nginx.conf': nginxConf,
  'padel-club.service': service,
  'padel-club-tunnel.service': tunnelService,
};
