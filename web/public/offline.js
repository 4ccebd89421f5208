// The page that was wanted keeps its address: once the server answers it is loaded in place of this one.
const ASK_AGAIN = 3_000;

const answers = () =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  );

const ask = async () => {
  if (await answers()) location.reload();
};

addEventListener('online', ask);
setInterval(ask, ASK_AGAIN);
document.querySelector('button').addEventListener('click', () => location.reload());
