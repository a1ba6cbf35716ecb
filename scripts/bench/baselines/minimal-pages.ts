/** B: a blank page, and at `/button` a page with one button. */
const htmlInit = { headers: { 'content-type': 'text/html; charset=utf-8' } };
const htmlStart =
  '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>B</title>';
const blank = new Response(`${htmlStart}<p>Sport. Sip. Social.</p></html>`, htmlInit);
const button = new Response(
  `${htmlStart}<button type="button" class="slot">7:00 PM</button><script>
document.querySelector('button').onclick = ({ target }) => { target.textContent = target.textContent === 'A' ? 'B' : 'A'; };
</script></html>`,
  htmlInit,
);
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  routes: { '/button': button, '/*': blank },
});
console.log(`{"event":"ready","url":"http://127.0.0.1:${server.port}"}`);
