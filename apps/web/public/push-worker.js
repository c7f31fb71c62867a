// Shows what the server tells of, and opens it: nothing else. It keeps nothing and answers no request of a page.
const fallback = { title: "Gatehouse", body: "Something waits for you.", url: "/", tag: "gatehouse" };

function read(data) {
  try {
    return { ...fallback, ...data.json() };
  } catch (_unreadable) {
    return fallback;
  }
}

/** Only a page of this site is ever opened, whatever a message says. */
function ownAddress(url) {
  const address = URL.canParse(url, self.location.origin) ? new URL(url, self.location.origin) : null;
  return address?.origin === self.location.origin ? address.href : self.location.origin;
}

self.addEventListener("push", (event) => {
  const { title, body, url, tag } = read(event.data);
  const options = { body, tag, renotify: true, data: { url: ownAddress(url) }, icon: "/icon.svg" };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(ownAddress(event.notification.data?.url ?? "/")));
});
