/** A fake decoder program that does what the picture says. */
process.on('disconnect', () => process.exit());
process.send('ready');
process.stdin.on('data', (part) => {
  const wish = /die|hang|good/.exec(String(part))?.[0];
  if (wish === 'die') process.exit(3);
  if (wish === 'good') process.send({ ok: false, error: { code: 'invalidFileType' } });
});
